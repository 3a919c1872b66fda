/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How much there is of each finding, by identity: what a baseline holds, what runs came to, and how two of these
 * differ. */
#ifndef SEEP_REPORT_FINDINGS_COUNTED_FINDINGS_H
#define SEEP_REPORT_FINDINGS_COUNTED_FINDINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/findings/findings.h"

/* None is above FINDING_AMOUNT_MAX, which is what JSON's readers can hold. */
#define FINDING_AMOUNT_MAX ((uint64_t)INT64_MAX)
struct finding_amounts {
  uint64_t count; /* of an error: how often; of a leak: loss records, which the compiler may split without any harm;
                   * of growth 1, and the others 0: how much there is depends on how long the program ran */
  uint64_t bytes, blocks, indirect_bytes, indirect_blocks;
};

/* sum += more, as far as FINDING_AMOUNT_MAX. */
void finding_amounts_add(struct finding_amounts *sum, const struct finding_amounts *more);

/* Of a cycle: all that is lost, as it is chance which part is lost through which. */
struct finding_amounts finding_amounts_of_cycle(const struct finding_amounts *amounts);

struct counted_test {
  const char *name;
  struct finding_amounts amounts;
};

/* By what a finding is known again when its identity has changed. */
struct finding_likeness {
  uint64_t mark;   /* of its place; 0: not known */
  bool is_text;    /* the mark is that of the line's text */
  struct symbols_surroundings around; /* all zeros: not known */
  bool is_cycle;   /* then the amounts are all that is lost, as it is chance which part is lost through which */
  unsigned line;   /* of the place, in its function when that is known; 0: not known */
};

struct counted_finding {
  struct identity identity;
  const char *kind, *place; /* place: "function (file.c)" */
  struct finding_likeness likeness;
  struct finding_amounts amounts;
  struct counted_test *tests; /* by name, each once */
  size_t test_count;
  const struct finding *finding; /* NULL: it comes from a file */
  bool is_judged;                /* false: it is there, but of no interest */
};

/* Sorted by identity, each once. */
struct counted_findings {
  unsigned version;         /* of the rule that identities follow */
  struct counted_finding *items;
  size_t count, capacity;
  struct objalloc *memory; /* of strings and tests */
};

struct error *counted_findings_create(struct counted_findings **ret);
void counted_findings_destroy(struct counted_findings *counted);

/* A copy of the text that lives as long as the tally; NULL without memory. */
const char *counted_findings_keep_text(struct counted_findings *counted, const char *text);
/* Room for so many tests that lives as long; NULL without memory. */
struct counted_test *counted_findings_allocate_tests(struct counted_findings *counted, size_t count);
/* By identity. */
void counted_findings_sort(struct counted_findings *counted);
/* Put one more behind the others; strings and tests are the tally's already. */
struct error *counted_findings_add(struct counted_findings *counted, const struct counted_finding *item);

/* Of all findings that are not suppressed; `is_judged` (with its context) says which are of interest. The findings must
 * outlive it. */
struct error *counted_findings_make(const struct findings *findings,
                                bool (*is_judged)(const void *context, const struct finding *finding),
                                const void *context, struct counted_findings **ret);

bool counted_finding_is_growth(const struct counted_finding *item);
bool counted_finding_is_leak(const struct counted_finding *item);

/* The item of that identity, or NULL. */
const struct counted_finding *counted_findings_find(const struct counted_findings *counted, const char *identity);

/* --- differences --- */

enum finding_change {
  FINDING_CHANGE_SAME,
  FINDING_CHANGE_MOVED, /* as much as before, under another identity */
  FINDING_CHANGE_NEW, FINDING_CHANGE_GROWN, FINDING_CHANGE_SHRUNK, FINDING_CHANGE_FIXED, FINDING_CHANGES
};

/* An item, and what it has become. */
struct finding_pair {
  const struct counted_finding *before, *after; /* NULL: not there */
  bool is_moved;                           /* the identity has changed */
};

/* Pair up what is in both, by identity; then what is left, as far as it is alike without any doubt (finding_pairs.c). A
 * malloc'ed array, by identity. */
struct error *finding_pairs_make(const struct counted_findings *before, const struct counted_findings *after,
                                 struct finding_pair **ret, size_t *ret_count);

/* A walk over the tests that two items both know, by name; all zeros to begin with. */
struct common_tests {
  const struct counted_test *before, *after;
  size_t before_next, after_next;
};

/* The next of them; false: there is none. */
bool common_tests_next(const struct counted_finding *before, const struct counted_finding *after,
                       struct common_tests *common);

/* Grown: there is more of it in all, or in a test that both know. Shrunk: there is less somewhere, and nowhere more.
 * Tests that only one side knows are judged by the whole. The count of leaks does not matter. */
enum finding_change counted_finding_change(const struct counted_finding *before, const struct counted_finding *after,
                                    bool with_indirect);

/* Does it matter what is lost through each? What hangs from several lost blocks is lost through that with the lowest
 * address, which is chance, so it matters only when there is more of it in all, or less. */
bool finding_pairs_weigh_indirect(const struct finding_pair *pairs, size_t count);

struct finding_difference {
  enum finding_change change;
  const struct counted_finding *before, *after; /* NULL: not there */
  bool is_moved;
};

/* All pairs, in the order of their identities; a malloc'ed array. What is not judged is left out: as it is in
 * `after`, or else in `before`. */
struct error *counted_findings_compare(const struct counted_findings *before, const struct counted_findings *after,
                                       struct finding_difference **ret, size_t *ret_count);

#endif
