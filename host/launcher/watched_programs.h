/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The programs that run now, under Seep or at all, as far as this user may know of them. */
#ifndef SEEP_HOST_LAUNCHER_WATCHED_PROGRAMS_H
#define SEEP_HOST_LAUNCHER_WATCHED_PROGRAMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "host/base/error.h"

struct watched_program {
  long pid;
  char *name;     /* as ps shows it */
  char *command;  /* with its arguments, in one line */
  bool is_native; /* it is checked for leaks only */
};

struct watched_programs {
  struct watched_program *items; /* in the order of their numbers */
  size_t count, capacity;
};

/* To be released with watched_programs_release(). */
void watched_programs_find(struct watched_programs *ret);
void watched_programs_release(struct watched_programs *programs);

/* A line for each of them, or for each of a name; NULL: of any. */
void watched_programs_print(const struct watched_programs *programs, const char *name, FILE *output);

/* The only one of that name. An error says that there is none, or which there are. */
struct error *watched_programs_pid(const char *name, long *ret);

/* The same of all programs. */
struct error *watched_programs_any_pid(const char *name, long *ret);

#endif
