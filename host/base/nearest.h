/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which of many words was meant by one that was mistyped: the one with the smallest Levenshtein distance, if that is
 * small for the word's length. */
#ifndef SEEP_HOST_BASE_NEAREST_H
#define SEEP_HOST_BASE_NEAREST_H

#include <stddef.h>

struct nearest {
  const char *typed; /* set by the caller, as is the next one; all else is zero */
  size_t length;     /* of `typed`, in bytes */
  const char *word;  /* the best one yet */
  size_t distance;   /* in bytes inserted, deleted, replaced, or exchanged with the next one */
};

/* Consider one more word, which must outlive `nearest`. */
void nearest_offer(struct nearest *nearest, const char *word);

/* What was meant; NULL: none of the words is near enough. */
const char *nearest_word(const struct nearest *nearest);

#endif
