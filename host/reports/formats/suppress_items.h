/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Findings as `seep suppress` sees them, and the entries that it writes for one of them. */
#ifndef SEEP_HOST_REPORTS_FORMATS_SUPPRESS_ITEMS_H
#define SEEP_HOST_REPORTS_FORMATS_SUPPRESS_ITEMS_H

#include "host/model/findings/findings.h"
#include "suppressions/generate/cover.h"

/* Findings as covers see them, with frames of their own; the rest of the findings is borrowed. */
struct suppress_items {
  struct cover_finding *items;
  const struct finding_variant **variants; /* of each */
  size_t count, capacity, variants_capacity;
};

/* Once for each stack of it and program that made it. */
void suppress_items_add(struct suppress_items *items, const struct findings *findings, const struct finding *finding,
                        enum cover_state state);
void suppress_items_deinit(struct suppress_items *items);

/* Of the set of all findings, and with the fewest lines that are compared in any process. */
struct error *suppress_items_cover(const struct suppress_items *items, const struct findings *findings,
                                   struct cover **ret);

/* Entries for one finding at a time, which hide no other finding. */
struct suppress_entries;
void suppress_entries_create(const struct findings *findings, struct suppress_entries **ret);
void suppress_entries_destroy(struct suppress_entries *entries);

/* As `seep suppress RUN IDENTITY` writes them, with an empty line between two; malloc'ed. *ret is NULL where none can
 * be, or only after the runs have been read again: it is suppressed already, no entry can name it alone, blocks are
 * lost through it which may go with it, or there are too many findings to look at all of them. */
struct error *suppress_entries_of(const struct suppress_entries *entries, const struct finding *finding, char **ret);

#endif
