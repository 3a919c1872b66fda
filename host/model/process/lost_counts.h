/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts of references in lost blocks: the LOST_COUNT frames of a run with --explain, with names. */
#ifndef SEEP_HOST_MODEL_PROCESS_LOST_COUNTS_H
#define SEEP_HOST_MODEL_PROCESS_LOST_COUNTS_H

#include "host/model/process/model.h"

/* What one stack has done. */
struct lost_count_row {
  const struct stack *stack; /* resolved; NULL: not known */
  uint64_t taken, given;     /* so many references */
  uint64_t left;             /* of those that it took; unless the count is_paired, they may be left */
};

/* So many other blocks gave back there what was taken where this one has references left. */
struct lost_count_giver {
  const struct stack *stack; /* resolved */
  uint64_t blocks;
};

struct lost_count {
  uint64_t offset, bytes; /* where in the block, and how wide */
  uint64_t value;         /* what it says still */
  bool is_understood;     /* it counts references */
  bool is_paired;         /* it is known which of them are left */
  struct lost_count_row *rows;
  size_t row_count;
  uint64_t taken, given; /* in all */
  struct lost_count_giver *givers;
  size_t giver_count;
};

/* Checks a frame; the count is malloc'ed. */
struct error *lost_count_make(struct process *process, const struct record_lost_count *frame, struct lost_count **ret);
void lost_count_release(struct lost_count *count);

/* As in struct lost_blocks: the same for equal ones, whoever called the places that are named. */
uint64_t lost_count_key(const struct process *process, const struct lost_count *count);

#endif
