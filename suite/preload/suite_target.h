/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A program that is about to be executed: will the preload library be loaded into it? It is not if the program has
 * no dynamic loader, is for another machine, or gains privileges; such programs are logged by the process that
 * executes them. Freestanding. */
#ifndef SEEP_SUITE_PRELOAD_SUITE_TARGET_H
#define SEEP_SUITE_PRELOAD_SUITE_TARGET_H

#include <stdbool.h>

enum { SUITE_PATH_BYTES = 4096 };

struct suite_target {
  char path[SUITE_PATH_BYTES]; /* without links; empty: there is no such program */
  const char *why;             /* why the library will not be loaded; NULL: it will */
  bool refuses_library;        /* its loader prints an error if the library is in LD_PRELOAD */
};

/* `name` as execvp() takes it when `search_path` ($PATH) is given, else as execve() does. */
void suite_target_find(const char *name, const char *search_path, struct suite_target *ret);

/* The same of an open file. */
void suite_target_examine(int fd, struct suite_target *ret);

#endif
