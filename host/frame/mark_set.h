/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A small set of marks, as a Bloom filter: a mark that it does not have was never added; one that it has nearly always
 * was. */
#ifndef SEEP_HOST_FRAME_MARK_SET_H
#define SEEP_HOST_FRAME_MARK_SET_H

#include <stdbool.h>
#include <stdint.h>

enum { MARK_SET_WORDS = 4 };

/* All zeros: it is empty. */
struct mark_set {
  uint64_t words[MARK_SET_WORDS];
};

/* Add a mark; may it be in there; was none added at all? */
void mark_set_add(struct mark_set *set, uint64_t mark);
bool mark_set_has(const struct mark_set *set, uint64_t mark);
bool mark_set_is_empty(const struct mark_set *set);

#endif
