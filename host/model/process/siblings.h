/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How other blocks with the allocation stack of a loss have ended (SIBLINGS): most leaks are one way of many. */
#ifndef SEEP_HOST_MODEL_PROCESS_SIBLINGS_H
#define SEEP_HOST_MODEL_PROCESS_SIBLINGS_H

#include "host/model/process/model.h"

/* So many blocks were freed by a call with that stack; or resized by it, and went on as its blocks. */
struct sibling_call {
  struct stack *stack; /* resolved once the check has ended */
  uint64_t blocks;
  bool is_resized;
};

/* Of one allocation stack. */
struct siblings {
  uint64_t stack_id;
  struct sibling_call *calls; /* call_count of them, most blocks first */
  size_t call_count;
  uint64_t other_blocks; /* ended by other calls, or it is not known by which */
  uint64_t live_blocks;  /* the check has found, lost or not */
  bool is_shared;        /* some of these are a parent's as well, which has counted how others ended */
};

/* What the check knows of the blocks of some of its records: an array of `ret_count`, each allocation stack once;
 * malloc'ed. Nothing is known of what is still reachable, nor where blocks of a parent count as well. */
void siblings_of_records(const struct leak_check *check, const struct loss_record *const *records, size_t count,
                         const struct siblings ***ret, size_t *ret_count);

/* For the analysis of a check whose losses are all there: sort, count, resolve. */
void siblings_settle(struct process *process);
void siblings_release(struct leak_check *check);

#endif
