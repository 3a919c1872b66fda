/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What came of running programs again: which leaks happened this time, and how the runs differ where one did not. */
#ifndef SEEP_HOST_VERDICTS_EXPLAIN_OUTCOME_H
#define SEEP_HOST_VERDICTS_EXPLAIN_OUTCOME_H

#include <stdio.h>

#include "host/verdicts/explain/programs.h"

/* A run: the recorded one, or the one in which blocks were followed. */
struct explain_run {
  const struct findings *findings;
  const struct explain_images *images;
};

struct explain_outcome {
  const struct explain_wanted *wanted;
  const struct explain_programs *programs;
  struct explain_run before, now;
};

/* A paragraph for each finding that did not happen, or with another number of blocks. *ret_missing: how many did
 * not. */
void explain_outcome_tell(const struct explain_outcome *outcome, FILE *output, size_t *ret_missing);

#endif
