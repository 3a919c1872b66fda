/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Has what this image consists of changed since it was last checked fully, with nothing wrong in it? That is its
 * program, all that it loads, files among its arguments, and its standard input. What is not known counts as changed.
 * Freestanding. */
#ifndef SEEP_HOST_SUITE_PRELOAD_SUITE_CHANGED_H
#define SEEP_HOST_SUITE_PRELOAD_SUITE_CHANGED_H

#include <stdint.h>

enum { SUITE_CHANGED_BYTES = 4096 + 1 };

struct suite_changed {
  uint64_t key;                   /* of what was executed, and how */
  uint64_t checked_ns;            /* nothing has changed since that full check; 0: something has, or may have */
  char what[SUITE_CHANGED_BYTES]; /* that has: a path, or words */
  char input[SUITE_CHANGED_BYTES]; /* the file that standard input is; empty: it is none */
};

/* About this process, as its program begins. */
void suite_changed_find(struct suite_changed *ret);

#endif
