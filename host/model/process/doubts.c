/* SPDX-License-Identifier: GPL-2.0-or-later */
/* DOUBT frames tell for how many blocks of a loss record each cause applies. For a leak, the numbers of its records are
 * added up. */
#include "host/model/process/doubts.h"

static void add(struct doubts *sum, const struct record_doubt *doubt)
{
  struct record_doubt *of_cause = &sum->by_cause[doubt->cause];
  if (of_cause->blocks == 0) {
    *of_cause = *doubt;
    return;
  }
  if (of_cause->value != doubt->value)
    of_cause->value = 0;
  add_saturated(&of_cause->blocks, doubt->blocks);
}

static bool is_about(const struct record_doubt *doubt, const struct loss_record *record)
{
  return doubt->kind == record->kind && doubt->stack_id == (record->stack ? record->stack->id : 0);
}

void doubts_add(struct doubts *sum, const struct leak_check *check, const struct loss_record *record)
{
  if (record == sum->last)
    return;
  sum->last = record;
  for (size_t i = 0; i < check->doubt_count; i++)
    if (is_about(&check->doubts[i], record))
      add(sum, &check->doubts[i]);
}
