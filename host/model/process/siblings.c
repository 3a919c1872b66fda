/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Frames are kept as they come, and sorted by allocation stack when the check has ended. */
#include "host/model/process/siblings.h"

#include <stdlib.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/order.h"

/* --- frames --- */

static struct error *check_frame(const struct process *process, const struct record_siblings *frame)
{
  if (frame->check_id != process->check.id || process->check.is_complete)
    return error_format("leak check %llu is not under way", (unsigned long long)frame->check_id);
  if (frame->blocks.count != frame->call_stack_ids.count || frame->are_resized.count != frame->call_stack_ids.count)
    return error_format("its lists differ in length");
  for (size_t i = 0; i < frame->call_stack_ids.count; i++)
    if (!stack_table_find(process->stacks, frame->call_stack_ids.items[i]))
      return error_format("it names stack %llu, which was never sent",
                          (unsigned long long)frame->call_stack_ids.items[i]);
  return NULL;
}

struct error *process_take_siblings(struct process *process, const struct record_frame *frame)
{
  const struct record_siblings *taken = &frame->siblings;
  struct leak_check *check = &process->check;
  RETURN_IF_ERROR(check_frame(process, taken));
  struct siblings *made = NEW_ITEM(check->siblings, check->sibling_count, check->sibling_capacity);
  *made = (struct siblings){.stack_id = taken->stack_id,
                            .calls = memory_zeroed(taken->call_stack_ids.count + 1, sizeof *made->calls),
                            .call_count = taken->call_stack_ids.count,
                            .other_blocks = taken->other_blocks};
  for (size_t i = 0; i < made->call_count; i++)
    made->calls[i] = (struct sibling_call){.stack = stack_table_find(process->stacks, taken->call_stack_ids.items[i]),
                                           .blocks = taken->blocks.items[i],
                                           .is_resized = taken->are_resized.items[i] != 0};
  return NULL;
}

void siblings_release(struct leak_check *check)
{
  for (size_t i = 0; i < check->sibling_count; i++)
    free(check->siblings[i].calls);
  free(check->siblings);
  check->siblings = NULL;
  check->sibling_count = check->sibling_capacity = 0;
}

/* --- by stack --- */

ORDER(by_stack, struct siblings, UP(stack_id))

/* NULL: there is none, or of a damaged record several. */
static struct siblings *find(const struct leak_check *check, uint64_t stack_id)
{
  const struct siblings key = {.stack_id = stack_id};
  return check->sibling_count > 0 ? bsearch(&key, check->siblings, check->sibling_count, sizeof key, by_stack) : NULL;
}

void siblings_settle(struct process *process)
{
  struct leak_check *check = &process->check;
  if (check->sibling_count == 0)
    return;
  qsort(check->siblings, check->sibling_count, sizeof *check->siblings, by_stack);
  for (size_t i = 0; i < check->loss_count; i++) {
    const struct record_loss *loss = &check->losses[i].loss;
    struct siblings *siblings = find(check, loss->stack_id);
    if (!siblings || (loss->inherited && !process->settings.count_inherited))
      continue;
    siblings->is_shared |= loss->inherited && loss->blocks > 0;
    add_saturated(&siblings->live_blocks, loss->blocks);
  }
  for (size_t i = 0; i < check->sibling_count; i++)
    for (size_t call = 0; call < check->siblings[i].call_count; call++)
      stack_table_resolve(process->stacks, check->siblings[i].calls[call].stack);
}

/* --- of records --- */

static const struct siblings *of_record(const struct leak_check *check, const struct loss_record *record)
{
  const bool is_lost = record->kind != RECORD_LEAK_REACHABLE;
  const struct siblings *siblings = is_lost && record->stack ? find(check, record->stack->id) : NULL;
  return siblings && !siblings->is_shared ? siblings : NULL;
}

ORDER_POINTERS(by_address, struct siblings, COMPARE(x, y))

void siblings_of_records(const struct leak_check *check, const struct loss_record *const *records, size_t count,
                         const struct siblings ***ret, size_t *ret_count)
{
  const struct siblings **found = memory_zeroed(count + 1, sizeof *found);
  size_t found_count = 0, kept = 0;
  for (size_t i = 0; i < count; i++)
    if ((found[found_count] = of_record(check, records[i])))
      found_count++;
  qsort(found, found_count, sizeof *found, by_address);
  for (size_t i = 0; i < found_count; i++)
    if (kept == 0 || found[kept - 1] != found[i])
      found[kept++] = found[i];
  *ret = found;
  *ret_count = kept;
}
