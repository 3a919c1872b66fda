/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Cycles of a leak check. LOSS frames that differ in nothing but their cycle become one record, as in Memcheck's
 * reports. The parts of the record say how much of it is in which cycle. */
#include <stdlib.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/model/process/model.h"

static struct error *check_cycle(const struct process *process, const struct record_cycle *cycle)
{
  const struct leak_check *check = &process->check;
  if (cycle->check_id != check->id || check->is_complete)
    return error_format("leak check %llu is not under way", (unsigned long long)cycle->check_id);
  if (cycle->id != check->cycle_count + 1)
    return error_format("cycle %llu comes after %zu others", (unsigned long long)cycle->id, check->cycle_count);
  if (cycle->stack_ids.count == 0)
    return error_format("a cycle without stacks");
  for (size_t i = 1; i < cycle->stack_ids.count; i++)
    if (cycle->stack_ids.items[i] <= cycle->stack_ids.items[i - 1])
      return error_format("its stacks are not in ascending order");
  return NULL;
}

static struct error *find_stacks(const struct process *process, const struct record_cycle *frame, struct cycle *cycle)
{
  cycle->stacks = memory_zeroed(frame->stack_ids.count, sizeof *cycle->stacks);
  for (; cycle->stack_count < frame->stack_ids.count; cycle->stack_count++) {
    const uint64_t id = frame->stack_ids.items[cycle->stack_count];
    struct stack *stack = id ? stack_table_find(process->stacks, id) : NULL;
    if (id && !stack)
      return error_format("it names stack %llu, which was never sent", (unsigned long long)id);
    cycle->stacks[cycle->stack_count] = stack;
  }
  return NULL;
}

struct error *process_take_cycle(struct process *process, const struct record_frame *frame)
{
  struct leak_check *check = &process->check;
  struct cycle cycle = {0};
  RETURN_IF_ERROR(check_cycle(process, &frame->cycle));
  struct error *error = find_stacks(process, &frame->cycle, &cycle);
  if (!error)
    grow((void **)&check->cycles, check->cycle_count, &check->cycle_capacity, sizeof *check->cycles);
  if (error)
    free(cycle.stacks);
  else
    check->cycles[check->cycle_count++] = cycle;
  return error;
}

struct error *leak_cycles_check_loss(const struct leak_check *check, const struct record_loss *loss)
{
  if (loss->cycle_id > check->cycle_count)
    return error_format("it names cycle %llu, which was never sent", (unsigned long long)loss->cycle_id);
  if (loss->cycle_id && loss->kind != RECORD_LEAK_DEFINITE && loss->kind != RECORD_LEAK_INDIRECT)
    return error_format("a cycle of blocks that are not lost");
  return NULL;
}

/* --- parts --- */

static void resolve_cycle(struct process *process, struct cycle *cycle)
{
  for (size_t i = 0; !cycle->is_resolved && i < cycle->stack_count; i++)
    stack_table_resolve(process->stacks, cycle->stacks[i]);
  cycle->is_resolved = true;
}

static void allocate_parts(struct leak_check *check)
{
  size_t count = 0;
  for (size_t i = 0; i < check->loss_count; i++)
    count += check->losses[i].loss.cycle_id != 0;
  check->parts = memory_zeroed(count + 1, sizeof *check->parts);
}

/* The part of the record that the loss belongs to: the last one, or a new one. */
static struct loss_part *part_of(struct leak_check *check, struct loss_record *record, const struct cycle *cycle,
                                 const struct stack *leader)
{
  struct loss_part *last = record->part_count ? &record->parts[record->part_count - 1] : NULL;
  if (last && last->cycle == cycle && last->leader == leader)
    return last;
  if (!last)
    record->parts = &check->parts[check->part_count];
  check->part_count++;
  record->parts[record->part_count] = (struct loss_part){.cycle = cycle, .leader = leader};
  return &record->parts[record->part_count++];
}

struct error *leak_cycles_add_part(struct process *process, struct loss_record *record, const struct record_loss *loss)
{
  struct leak_check *check = &process->check;
  struct stack *leader;
  if (loss->cycle_id == 0)
    return NULL;
  struct cycle *cycle = &check->cycles[loss->cycle_id - 1];
  if (!check->parts)
    allocate_parts(check);
  resolve_cycle(process, cycle);
  RETURN_IF_ERROR(process_stack(process, loss->leader_stack_id, &leader));
  cycle->is_led |= loss->kind == RECORD_LEAK_DEFINITE && leader;
  struct loss_part *part = part_of(check, record, cycle, leader);
  part->bytes += loss->bytes; /* not more than the record's, which were checked */
  part->blocks += loss->blocks;
  part->indirect_bytes += loss->indirect_bytes;
  part->indirect_blocks += loss->indirect_blocks;
  return NULL;
}

/* --- what lies in the cycle --- */

/* Of a cycle, what is indirectly lost through its block from one stack. */
struct held {
  const struct cycle *cycle;
  const struct stack *leader;
  uint64_t bytes, blocks;
};

static int by_cycle_and_leader(const void *a, const void *b)
{
  const struct held *x = a, *y = b;
  if (x->cycle != y->cycle)
    return x->cycle < y->cycle ? -1 : 1;
  const uint64_t left = x->leader ? x->leader->id : 0, right = y->leader ? y->leader->id : 0;
  return (left > right) - (left < right);
}

/* By cycle and leader, each once. Sums are parts of totals that did not overflow. */
static size_t gather_held(const struct leak_check *check, struct held *held)
{
  size_t found = 0, count = 0;
  for (size_t i = 0; i < check->record_count; i++)
    for (size_t j = 0; j < check->records[i].part_count && check->records[i].kind == RECORD_LEAK_INDIRECT; j++) {
      const struct loss_part *part = &check->records[i].parts[j];
      held[found++] = (struct held){part->cycle, part->leader, part->bytes, part->blocks};
    }
  qsort(held, found, sizeof *held, by_cycle_and_leader);
  for (size_t i = 0; i < found; i++)
    if (count > 0 && by_cycle_and_leader(&held[count - 1], &held[i]) == 0) {
      held[count - 1].bytes += held[i].bytes;
      held[count - 1].blocks += held[i].blocks;
    } else {
      held[count++] = held[i];
    }
  return count;
}

static uint64_t least(uint64_t a, uint64_t b)
{
  return a < b ? a : b;
}

static void settle_part(const struct held *held, size_t count, const struct stack *stack, struct loss_part *part)
{
  const struct held key = {.cycle = part->cycle, .leader = stack};
  const struct held *found = bsearch(&key, held, count, sizeof key, by_cycle_and_leader);
  if (!found)
    return;
  part->cycle_bytes = least(found->bytes, part->indirect_bytes);
  part->cycle_blocks = least(found->blocks, part->indirect_blocks);
}

void leak_cycles_settle(struct leak_check *check)
{
  if (check->part_count == 0)
    return;
  struct held *held = memory_zeroed(check->part_count, sizeof *held);
  const size_t count = gather_held(check, held);
  for (size_t i = 0; i < check->record_count; i++)
    for (size_t j = 0; j < check->records[i].part_count && check->records[i].kind == RECORD_LEAK_DEFINITE; j++)
      if (!check->records[i].parts[j].leader)
        settle_part(held, count, check->records[i].stack, &check->records[i].parts[j]);
  free(held);
}

void leak_cycles_release(struct leak_check *check)
{
  for (size_t i = 0; i < check->cycle_count; i++)
    free(check->cycles[i].stacks);
  free(check->cycles);
  free(check->parts);
  check->cycles = NULL;
  check->parts = NULL;
  check->cycle_count = check->cycle_capacity = check->part_count = 0;
}
