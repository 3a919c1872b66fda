/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/model/process/lost_counts.h"

#include <stdlib.h>

#include "host/base/fnv.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/model/process/lost_events.h"

/* --- frames --- */

/* 0 is none that is known. */
static struct error *find_stack(struct process *process, uint64_t id, const struct stack **ret)
{
  struct stack *stack = NULL;
  *ret = NULL;
  if (id == 0)
    return NULL;
  RETURN_IF_ERROR(process_stack(process, id, &stack));
  *ret = stack;
  return NULL;
}

static struct error *check_lists(const struct record_lost_count *frame)
{
  const size_t rows = frame->stack_ids.count;
  if (frame->taken.count != rows || frame->given.count != rows || frame->left.count != rows ||
      frame->giver_stack_ids.count != frame->giver_blocks.count)
    return error_format("its lists differ in length");
  if (frame->bytes == 0 || frame->bytes > sizeof(uint64_t))
    return error_format("a count cannot have %llu bytes", (unsigned long long)frame->bytes);
  if (frame->value == 0)
    return error_format("it says that nothing is left");
  return NULL;
}

static struct error *fill_rows(struct process *process, const struct record_lost_count *frame, struct lost_count *count)
{
  for (; count->row_count < frame->stack_ids.count; count->row_count++) {
    const size_t i = count->row_count;
    struct lost_count_row *row = &count->rows[i];
    *row = (struct lost_count_row){
      .taken = frame->taken.items[i], .given = frame->given.items[i], .left = frame->left.items[i]};
    RETURN_IF_ERROR(find_stack(process, frame->stack_ids.items[i], &row->stack));
    add_saturated(&count->taken, row->taken);
    add_saturated(&count->given, row->given);
  }
  for (; count->giver_count < frame->giver_stack_ids.count; count->giver_count++) {
    struct lost_count_giver *giver = &count->givers[count->giver_count];
    giver->blocks = frame->giver_blocks.items[count->giver_count];
    RETURN_IF_ERROR(find_stack(process, frame->giver_stack_ids.items[count->giver_count], &giver->stack));
  }
  return NULL;
}

struct error *lost_count_make(struct process *process, const struct record_lost_count *frame, struct lost_count **ret)
{
  RETURN_IF_ERROR(check_lists(frame));
  struct lost_count *count = memory_zeroed(1, sizeof *count);
  *count = (struct lost_count){
    .offset = frame->offset,
    .bytes = frame->bytes,
    .value = frame->value,
    .is_understood = frame->is_understood != 0,
    .is_paired = frame->is_understood != 0 && frame->is_paired != 0,
    .rows = memory_zeroed(frame->stack_ids.count + 1, sizeof *count->rows),
    .taken = frame->taken_elsewhere,
    .given = frame->given_elsewhere,
    .givers = memory_zeroed(frame->giver_stack_ids.count + 1, sizeof *count->givers),
  };
  struct error *error = fill_rows(process, frame, count);
  if (error) {
    lost_count_release(count);
    return error;
  }
  *ret = count;
  return NULL;
}

void lost_count_release(struct lost_count *count)
{
  if (!count)
    return;
  free(count->rows);
  free(count->givers);
  free(count);
}

/* --- keys --- */

static uint64_t add_number(uint64_t hash, uint64_t number)
{
  return fnv_number(hash, number, sizeof number);
}

/* The order of rows does not matter. */
uint64_t lost_count_key(const struct process *process, const struct lost_count *count)
{
  uint64_t hash = FNV_EMPTY, rows = 0;
  if (!count)
    return 0;
  const uint64_t numbers[] = {count->offset, count->value, count->is_understood, count->is_paired};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    hash = add_number(hash, numbers[i]);
  for (size_t i = 0; i < count->row_count; i++) {
    const struct lost_count_row *row = &count->rows[i];
    const uint64_t of_row = lost_events_stack_key(process, row->stack);
    rows += add_number(add_number(add_number(of_row, row->taken), row->given), row->left);
  }
  return add_number(hash, rows);
}
