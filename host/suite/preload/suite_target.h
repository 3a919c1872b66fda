/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A program that is about to be executed: will the preload library be loaded into it? If it is not, the program is
 * logged by the process that executes it. Freestanding. */
#ifndef SEEP_HOST_SUITE_PRELOAD_SUITE_TARGET_H
#define SEEP_HOST_SUITE_PRELOAD_SUITE_TARGET_H

#include "shared/base/program_file.h"

enum { SUITE_PATH_BYTES = 4096 };

struct suite_target {
  char path[SUITE_PATH_BYTES]; /* without links, as far as that can be known; empty: it is looked for and not found */
  struct program_file file;
};

/* From now on, what is found is in a root of that path; "" if it is the former one. The text stays where it is. */
void suite_target_enter(const char *root);

/* The path of an open file; empty: it cannot be known. */
void suite_target_path_of(int fd, char path[static SUITE_PATH_BYTES]);

/* Nothing is known of it. */
void suite_target_forget(struct suite_target *target);

/* `name` as execvp() takes it when `search_path` ($PATH) is given, else as execve() does. */
void suite_target_find(const char *name, const char *search_path, struct suite_target *ret);

/* The same of an open file. */
void suite_target_examine(int fd, struct suite_target *ret);

#endif
