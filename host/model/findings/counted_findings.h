/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How much there is of each finding, by identity: what a baseline holds, what runs came to, and how two of these
 * differ. */
#ifndef SEEP_HOST_MODEL_FINDINGS_COUNTED_FINDINGS_H
#define SEEP_HOST_MODEL_FINDINGS_COUNTED_FINDINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/model/findings/findings.h"

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

/* What one process has of it. */
struct counted_hit {
  size_t group, group_size; /* as in struct attempts */
  struct finding_amounts amounts;
};

struct counted_test {
  const char *name;
  struct finding_amounts amounts; /* of all its processes */
  struct finding_amounts most;    /* each the most that one process has */
  uint64_t processes;             /* that run the commands which have it; 0: not known */
  const struct counted_hit *hits; /* by group; NULL: it comes from a file */
  size_t hit_count;
};

/* What it has in so many processes (host/model/findings/counted_attempts.c); 0: all. */
struct finding_amounts counted_test_for(const struct counted_test *test, uint64_t processes);

/* Has one of fewer processes than before more than any of these had? */
bool counted_test_is_worse(const struct counted_test *test, const struct counted_test *before, bool is_leak);

/* By what a finding is known again when its identity has changed. */
struct finding_likeness {
  uint64_t mark;   /* of its place; 0: not known */
  bool is_text;    /* the mark is that of the line's text */
  struct frame_surroundings around; /* all zeros: not known */
  bool is_cycle;   /* then the amounts are all that is lost, as it is chance which part is lost through which */
  unsigned line;   /* of the place, in its function when that is known; 0: not known */
  uint64_t steps;  /* the lines of functions that the block came through (identity_of_steps()) */
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

/* Of all tests, in as many processes of each as `before` knows. */
struct finding_amounts counted_finding_for(const struct counted_finding *after, const struct counted_finding *before);

/* Sorted by identity, each once. */
struct counted_findings {
  const char **ran;         /* tests with a checked process, by name, each once; NULL: it comes from a file */
  size_t ran_count;
  const char **for_leaks; /* those with a process of which errors were not looked for, likewise */
  size_t for_leaks_count;
  unsigned version;         /* of the rule that identities follow */
  struct counted_finding *items;
  size_t count, capacity;
  struct counted_findings *suppressed; /* what is suppressed, likewise; NULL: that is not known */
  struct text_pool *memory;            /* of strings and tests */
};

void counted_findings_create(struct counted_findings **ret);
void counted_findings_destroy(struct counted_findings *counted);

/* A copy of the text that lives as long as the tally. */
const char *counted_findings_keep_text(struct counted_findings *counted, const char *text);
/* Room for so many tests that lives as long. */
struct counted_test *counted_findings_allocate_tests(struct counted_findings *counted, size_t count);
/* By identity. */
void counted_findings_sort(struct counted_findings *counted);
/* Put one more after the others; strings and tests are the tally's already. */
void counted_findings_add(struct counted_findings *counted, const struct counted_finding *item);

/* Of all findings; `is_judged` (with its context) says which are of interest. The findings must
 * outlive it. */
void counted_findings_make(const struct findings *findings,
                           bool (*is_judged)(const void *context, const struct finding *finding), const void *context,
                           struct counted_findings **ret);

/* Of which kind it is; what is neither is an error. */
bool counted_finding_is_growth(const struct counted_finding *item);
bool counted_finding_is_leak(const struct counted_finding *item);

/* Did all tests run, and were checked, that have the item, which is not here? Else it may be there still. */
bool counted_findings_saw(const struct counted_findings *counted, const struct counted_finding *before);

/* Was the item looked for in all that its tests ran here? Errors are not with --checks=leaks. */
bool counted_findings_looked_for(const struct counted_findings *counted, const struct counted_finding *item);

/* The item of that identity, or NULL. */
const struct counted_finding *counted_findings_find(const struct counted_findings *counted, const char *identity);

/* --- differences --- */

enum finding_change {
  FINDING_CHANGE_SAME,
  FINDING_CHANGE_MOVED, /* as much as before, under another identity */
  FINDING_CHANGE_NEW, FINDING_CHANGE_GROWN, FINDING_CHANGE_SHRUNK,
  FINDING_CHANGE_SUPPRESSED, /* there is less of it, or nothing, as the rest is suppressed now */
  FINDING_CHANGE_FIXED, FINDING_CHANGES
};

/* An item, and what it has become. */
struct finding_pair {
  const struct counted_finding *before, *after; /* NULL: not there */
  const struct counted_finding *hidden;    /* what of it is suppressed after; NULL: nothing */
  bool is_moved;                           /* the identity has changed */
};

/* Is there less of it than before only because of what is suppressed? */
bool finding_pair_is_suppressed(const struct finding_pair *pair, bool with_indirect);

/* Pair up what is in both, by identity; then what is left, as far as it is alike without any doubt (moved_findings.c).
 * A malloc'ed array, by identity. */
void finding_pairs_make(const struct counted_findings *before, const struct counted_findings *after,
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
  const struct counted_finding *hidden;         /* as in struct finding_pair */
  bool is_moved;
};

/* All pairs, in the order of their identities; a malloc'ed array. What is not judged is left out: as it is in
 * `after`, or else in `before`. So is what only seems to have changed, as one side did not look for it. */
void counted_findings_compare(const struct counted_findings *before, const struct counted_findings *after,
                              struct finding_difference **ret, size_t *ret_count);

#endif
