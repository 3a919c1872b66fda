/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How much there is of each finding, by identity: what a baseline holds, what runs came to, and how two of these
 * differ. */
#ifndef SEEP_REPORT_FINDINGS_FINDING_COUNTS_H
#define SEEP_REPORT_FINDINGS_FINDING_COUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/findings/findings.h"

/* None is above TALLY_MAX, which is what JSON's readers can hold. */
#define TALLY_MAX ((uint64_t)INT64_MAX)
struct tally_amounts {
  uint64_t count; /* of an error: how often; of a leak: loss records, which the compiler may split without any harm;
                   * of growth 1, and the others 0: how much there is depends on how long the program ran */
  uint64_t bytes, blocks, indirect_bytes, indirect_blocks;
};

struct tally_test {
  const char *name;
  struct tally_amounts amounts;
};

/* By what a finding is known again when its identity has changed. */
struct tally_likeness {
  uint64_t mark;   /* of its place; 0: not known */
  bool is_text;    /* the mark is that of the line's text */
  struct symbols_surroundings around; /* all zeros: not known */
  bool is_cycle;   /* then the amounts are all that is lost, as it is chance which part is lost through which */
  unsigned line;   /* of the place, in its function when that is known; 0: not known */
};

struct tally_item {
  struct identity identity;
  const char *kind, *place; /* place: "function (file.c)" */
  struct tally_likeness likeness;
  struct tally_amounts amounts;
  struct tally_test *tests; /* by name, each once */
  size_t test_count;
  const struct finding *finding; /* NULL: it comes from a file */
  bool is_judged;                /* false: it is there, but of no interest */
};

/* Sorted by identity, each once. */
struct tally {
  unsigned version;         /* of the rule that identities follow */
  struct tally_item *items;
  size_t count, capacity;
  struct objalloc *memory; /* of strings and tests */
};

struct error *tally_create(struct tally **ret);
void tally_destroy(struct tally *tally);

/* A copy of the text that lives as long as the tally; NULL without memory. */
const char *tally_text(struct tally *tally, const char *text);
/* Room for so many tests that lives as long; NULL without memory. */
struct tally_test *tally_tests(struct tally *tally, size_t count);
/* By identity. */
void tally_sort(struct tally *tally);
/* Put one more behind the others; strings and tests are the tally's already. */
struct error *tally_add(struct tally *tally, const struct tally_item *item);

/* Of all findings that are not suppressed; `is_judged` (with its context) says which are of interest. The findings must
 * outlive it. */
struct error *tally_of_findings(const struct findings *findings,
                                bool (*is_judged)(const void *context, const struct finding *finding),
                                const void *context, struct tally **ret);

bool tally_is_growth(const struct tally_item *item);
bool tally_is_leak(const struct tally_item *item);

/* The item of that identity, or NULL. */
const struct tally_item *tally_find(const struct tally *tally, const char *identity);

/* --- differences --- */

enum tally_change {
  TALLY_SAME,
  TALLY_MOVED, /* as much as before, under another identity */
  TALLY_NEW, TALLY_GROWN, TALLY_SHRUNK, TALLY_FIXED, TALLY_CHANGES
};

/* An item, and what it has become. */
struct tally_pair {
  const struct tally_item *before, *after; /* NULL: not there */
  bool is_moved;                           /* the identity has changed */
};

/* Pair up what is in both, by identity; then what is left, as far as it is alike without any doubt (finding_pairs.c). A
 * malloc'ed array, by identity. */
struct error *tally_pair_up(const struct tally *before, const struct tally *after, struct tally_pair **ret,
                            size_t *ret_count);

/* A walk over the tests that two items both know, by name; all zeros to begin with. */
struct tally_common {
  const struct tally_test *before, *after;
  size_t before_next, after_next;
};

/* The next of them; false: there is none. */
bool tally_next_common(const struct tally_item *before, const struct tally_item *after, struct tally_common *common);

/* Grown: there is more of it in all, or in a test that both know. Shrunk: there is less somewhere, and nowhere more.
 * Tests that only one side knows are judged by the whole. The count of leaks does not matter. */
enum tally_change tally_item_change(const struct tally_item *before, const struct tally_item *after,
                                    bool with_indirect);

/* Does it matter what is lost through each? What hangs from several lost blocks is lost through that with the lowest
 * address, which is chance, so it matters only when there is more of it in all, or less. */
bool tally_counts_indirect(const struct tally_pair *pairs, size_t count);

struct tally_difference {
  enum tally_change change;
  const struct tally_item *before, *after; /* NULL: not there */
  bool is_moved;
};

/* All pairs, in the order of their identities; a malloc'ed array. What is not judged is left out: as it is in
 * `after`, or else in `before`. */
struct error *tally_compare(const struct tally *before, const struct tally *after, struct tally_difference **ret,
                            size_t *ret_count);

#endif
