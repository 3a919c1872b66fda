/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Programs that a process, or a child of it, has executed and that nobody checks: how many, and what the first are
 * called. */
#ifndef SEEP_HOST_MODEL_PROCESS_UNCHECKED_PROGRAMS_H
#define SEEP_HOST_MODEL_PROCESS_UNCHECKED_PROGRAMS_H

#include <stdbool.h>
#include <stddef.h>

enum { UNCHECKED_NAMED = 3, UNCHECKED_NAME_BYTES = 64 };

/* Each name is there once; long ones are cut. */
struct unchecked_programs {
  char names[UNCHECKED_NAMED][UNCHECKED_NAME_BYTES];
  size_t count;    /* of names */
  bool has_others; /* some were executed that are called otherwise */
};

/* Of a path the last component counts. */
void unchecked_programs_add(struct unchecked_programs *programs, const char *path);

/* Add those of `others`. */
void unchecked_programs_join(struct unchecked_programs *programs, const struct unchecked_programs *others);

/* "sh, leak and others"; malloc'ed, NULL if there are none. */
char *unchecked_programs_text(const struct unchecked_programs *programs);

#endif
