/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A rule on one operation, in all the forms its code can take. */
#ifndef SEEP_TESTS_ORACLE_TRIAL_H
#define SEEP_TESTS_ORACLE_TRIAL_H

#include "oracle/judge.h"

struct trial {
  uint64_t samples; /* about as many, over all forms */
  uint64_t seed;
  enum mode mode;
  bool is_quiet; /* explain nothing */
};

struct tally trial_run(const struct trial *trial, const struct subject *subject, v_bits_function *function);

/* How many bits in a hundred were marked without need. */
double tally_imprecision(const struct tally *tally);

#endif
