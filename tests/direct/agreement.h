/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs code natively and as direct code, from the same state, and tells where the two differ. Where direct code is
 * left for precise code, one instruction is run natively, as precise code would, and direct code is entered again. */
#ifndef SEEP_TESTS_DIRECT_AGREEMENT_H
#define SEEP_TESTS_DIRECT_AGREEMENT_H

#include "direct/copied.h"
#include "direct/shadows.h"
#include "direct/subject.h"

enum { AGREEMENT_STEPS_MAX = 256 };

/* At the start, besides what operands are the reason for. */
enum agreement_start { START_AS_USUAL, START_LEAVES, START_GOES_ON };

/* The code is in its page. */
struct situation {
  struct machine_place start;
  struct memory memory;
  struct shadows shadows;
  struct copied_settings settings;
  enum agreement_start at_start;
};

/* Counts of what was seen, so that it is known whether something was. */
struct agreement_counts {
  unsigned runs, refused, unfit, ended, faults, left_for_operands, left_at_random, left_at_start, left_without_reason;
};
extern struct agreement_counts agreement_counts;

/* NULL: all is as it has to be. Else what is not; *ret_value is an address, or the registers or flags that differ. */
const char *agreement_find(const struct situation *situation, uint64_t *ret_value);

/* The instructions that the last run came by; NULL: no more. */
const struct subject *agreement_step(unsigned number);

#endif
