/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/pure/leak/leak_frames.h"

enum { CYCLE_STACKS_MAX = 1 << 20 };

static void send_cycle(const struct leak_frames_output *output, uint64_t check_id, const struct leak_cycles *cycles,
                       uint32_t number)
{
  const uint32_t *stacks = cycles->stack_ids + cycles->ends[number - 1];
  uint32_t count = cycles->ends[number] - cycles->ends[number - 1];
  count = count < CYCLE_STACKS_MAX ? count : CYCLE_STACKS_MAX;
  uint64_t *ids = env_allocate("cycles", count * sizeof *ids);
  for (uint32_t i = 0; i < count; i++) {
    ids[i] = stacks[i];
    output->send_stack(stacks[i]);
  }
  output->send(RECORD_CYCLE, &(struct record_cycle){.check_id = check_id, .id = number, .stack_ids = {ids, count}});
  env_free(ids);
}

static void send_change(const struct leak_frames_output *output, uint64_t check_id, const struct leak_change *change)
{
  const struct leak_loss *loss = &change->loss;
  output->send_stack(loss->stack_id);
  output->send_stack(loss->leader_stack_id);
  if (output->send_test)
    output->send_test(loss->test);
  const struct record_loss frame = {
    .check_id = check_id,
    .kind = loss->kind,
    .inherited = loss->inherited,
    .stack_id = loss->stack_id,
    .leader_stack_id = loss->leader_stack_id,
    .root_class = loss->root_class,
    .heuristic = loss->heuristic,
    .bytes = loss->bytes,
    .blocks = loss->blocks,
    .indirect_bytes = loss->indirect_bytes,
    .indirect_blocks = loss->indirect_blocks,
    .old_bytes = change->old_bytes,
    .old_blocks = change->old_blocks,
    .old_indirect_bytes = change->old_indirect_bytes,
    .old_indirect_blocks = change->old_indirect_blocks,
    .cycle_id = loss->cycle,
    .test_id = loss->test,
  };
  output->send(RECORD_LOSS, &frame);
}

static void send_doubt(const struct leak_frames_output *output, uint64_t check_id, const struct leak_doubt *doubt)
{
  output->send(RECORD_DOUBT, &(struct record_doubt){.check_id = check_id, .kind = doubt->kind,
                                                    .stack_id = doubt->stack_id, .cause = doubt->cause,
                                                    .value = doubt->value, .blocks = doubt->blocks});
}

void leak_frames_send(const struct leak_frames_output *output, uint64_t check_id, const struct leak_cycles *cycles,
                      const struct leak_changes *changes, const struct leak_doubts *doubts)
{
  for (uint32_t number = 1; number <= cycles->count; number++)
    send_cycle(output, check_id, cycles, number);
  for (size_t i = 0; i < changes->count; i++)
    send_change(output, check_id, &changes->items[i]);
  for (size_t i = 0; i < doubts->count; i++)
    send_doubt(output, check_id, &doubts->items[i]);
}
