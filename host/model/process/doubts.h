/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is known of the blocks of a leak beyond their verdict (DOUBT), by cause. */
#ifndef SEEP_HOST_MODEL_PROCESS_DOUBTS_H
#define SEEP_HOST_MODEL_PROCESS_DOUBTS_H

#include "host/model/process/model.h"

/* All zeros: nothing. */
struct doubts {
  struct record_doubt by_cause[RECORD_DOUBT_CAUSES]; /* `blocks` 0: nothing; `value` 0: of any */
  const struct loss_record *last;                    /* that was added */
};

/* Add what is known of a record's blocks. Several parts of it may be of one leak: they come one after the other, and it
 * is added once. */
void doubts_add(struct doubts *sum, const struct leak_check *check, const struct loss_record *record);

#endif
