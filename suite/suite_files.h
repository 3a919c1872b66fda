/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files that a suite keeps in its run directory (docs/run-directory.md), save the records. */
#ifndef SEEP_SUITE_SUITE_FILES_H
#define SEEP_SUITE_SUITE_FILES_H

#include <stdbool.h>

#include "base/error.h"
#include "launcher/prepare/set_up.h"
#include "suite/preload/suite_setup.h"

/* What names of setups begin with that calls of valgrind write (suite_call.h). */
#define SUITE_CALL_SETUP "valgrind.setup."

struct suite_files {
  char *log, *faults, *setup; /* paths */
  char *native_log, *native_setup, *native_output;
  int lock;                   /* keeps other suites away; -1: none */
};

/* Make the log, empty. Fails when the directory holds a run already, and says whether it still goes on. */
struct error *suite_files_create(const char *directory, struct suite_files *ret);
void suite_files_deinit(struct suite_files *files);

/* The tool's arguments without its name and without what stands behind the options; the texts are never released. */
struct error *suite_files_tool_options(const struct set_up *set_up, struct suite_setup *ret);

/* Write what the preload library needs. Fails when a path or option has a line break in it, or when there is too much. */
struct error *suite_files_write_setup(const char *path, const struct suite_setup *setup);

/* Begin the log anew; what is in it was a trial. */
struct error *suite_files_empty_log(const struct suite_files *files);

/* Could a line of the log not be written? */
bool suite_files_have_fault(const struct suite_files *files);

/* Remove what is of no use any more. */
void suite_files_clean(const struct suite_files *files, const char *directory);

/* Remove all of them, and suite.json: nothing was run. */
void suite_files_remove(struct suite_files *files, const char *directory);

#endif
