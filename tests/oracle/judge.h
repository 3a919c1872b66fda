/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Is a rule right about a sample? Runs the operation on assignments of the undefined bits: a result bit that changes
 * must be marked undefined. When all assignments were tried, one that is marked and did not change is a loss of
 * precision; where nothing was undefined it is an error, as it would be a false alarm in any program. */
#ifndef SEEP_TESTS_ORACLE_JUDGE_H
#define SEEP_TESTS_ORACLE_JUDGE_H

#include "oracle/operands.h"

struct tally {
  uint64_t samples, wrong;
  uint64_t marked, needless; /* bits that the rule marked where all assignments were tried; those that did not change */
};

struct judge {
  const struct subject *subject;
  const struct routine *operation, *rule;
  bool is_loose; /* the rule only says whether any bit is undefined */
  struct random random;
  struct tally tally;
};

/* false: the rule is wrong. */
bool judge_sample(struct judge *judge, const struct sample *sample);
/* Make a sample that showed a rule wrong as small as it can be, and print it. */
void judge_explain(struct judge *judge, struct sample sample);

#endif
