/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which findings of a run are explained, and which blocks have to be followed for them. */
#ifndef SEEP_HOST_VERDICTS_EXPLAIN_WANTED_FINDINGS_H
#define SEEP_HOST_VERDICTS_EXPLAIN_WANTED_FINDINGS_H

#include "host/model/findings/findings.h"

/* Blocks are followed by where they were allocated, and that is known by what they would be if they were definitely
 * lost and in no cycle: a cycle has several such places. The use of an undefined value has none: all values are
 * followed. */
struct explain_item {
  const struct finding *finding;
  struct identity *places;
  size_t place_count;
};

struct explain_wanted {
  struct explain_item *items; /* at least one */
  size_t count;
};

/* The findings with these identities, or whose identity alone begins so; without any all that are definitely lost and
 * not suppressed. An error says what cannot be explained, and why. The findings must live as long. */
struct error *explain_wanted_choose(const struct findings *findings, const char *const *identities, size_t count,
                                    struct explain_wanted *ret);
void explain_wanted_release(struct explain_wanted *wanted);

/* All their places, each once, as --explain takes them; malloc'ed. */
void explain_wanted_list(const struct explain_wanted *wanted, char **ret);

/* The finding that an item is in other findings; what grew is still reachable blocks there, as these are what is
 * explained. NULL: it is not there. */
void explain_item_find(const struct explain_item *item, const struct findings *findings, const struct finding **ret);

/* What the item's blocks are there instead: lost in another way. NULL: they are not lost. */
void explain_item_find_otherwise(const struct explain_item *item, const struct findings *findings,
                                 const struct finding **ret);

#endif
