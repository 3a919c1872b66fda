/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/model/process/tried_blocks.h"

#include "host/base/grow.h"
#include "host/model/process/model.h"

enum { TRIED_MAX = 1 << 13 }; /* more than anybody asks for */

static struct tried_block *find(const struct tried_blocks *tried, uint64_t thread, uint64_t number)
{
  for (size_t i = 0; i < tried->count; i++)
    if (tried->items[i].thread == thread && tried->items[i].number == number)
      return &tried->items[i];
  return NULL;
}

const struct tried_block *tried_blocks_find(const struct tried_blocks *tried, const struct lost_moment *moment)
{
  return find(tried, moment->thread, moment->number);
}

struct error *process_take_tried(struct process *process, const struct record_frame *frame)
{
  const struct record_tried *taken = &frame->tried;
  struct stack *freed, *allocated;
  if (process->tried.count == TRIED_MAX)
    return error_format("more than %d blocks were freed", TRIED_MAX);
  RETURN_IF_ERROR(process_stack(process, taken->stack_id, &freed));
  RETURN_IF_ERROR(process_stack(process, taken->alloc_stack_id, &allocated));
  struct tried_blocks *tried = &process->tried;
  *NEW_ITEM(tried->items, tried->count, tried->capacity) =
    (struct tried_block){.thread = taken->thread, .number = taken->number, .allocated = allocated, .freed = freed};
  return NULL;
}

struct error *process_take_tried_use(struct process *process, const struct record_frame *frame)
{
  const struct record_tried_use *taken = &frame->tried_use;
  struct tried_block *block = find(&process->tried, taken->thread, taken->number);
  struct stack *used;
  if (!block)
    return error_format("block %llu of thread %llu was not freed before", (unsigned long long)taken->number,
                        (unsigned long long)taken->thread);
  RETURN_IF_ERROR(process_stack(process, taken->stack_id, &used));
  block->used = used;
  block->use = (enum record_error_kind)taken->kind;
  return NULL;
}
