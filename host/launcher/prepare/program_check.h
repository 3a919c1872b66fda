/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Can this program be run and checked? Answered before anything is started, so that users get one clear sentence
 * instead of what the core or the kernel would say. */
#ifndef SEEP_HOST_LAUNCHER_PREPARE_PROGRAM_CHECK_H
#define SEEP_HOST_LAUNCHER_PREPARE_PROGRAM_CHECK_H

#include "host/base/error.h"

/* Exit statuses of `seep` itself, as shells use them for programs that cannot be run. */
enum exit_status {
  EXIT_SEEP_FAILED = 125,    /* unusable options, a missing part, no memory ... */
  EXIT_NOT_EXECUTABLE = 126, /* the program is there, but cannot be run */
  EXIT_NOT_FOUND = 127,
};

/* Look for `name` as execvp() does, in `search_path` ($PATH, may be NULL) unless it contains a slash, and see whether
 * it can be run and checked. *ret_path is the file, malloc'ed. When that fails *ret_status is the exit status to end
 * with. */
struct error *program_check(const char *name, const char *search_path, char **ret_path, int *ret_status);

#endif
