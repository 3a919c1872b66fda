/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Slots and `turn` change under the lock only, except that a worker owns the slot of its piece until it closes it.
 * Nobody writes but the worker whose piece comes next, or one that closes a piece under the lock; so there is one
 * writer at a time. */
#include "memcheck/pure/snapshot/snapshot_output.h"

void snapshot_output_init(struct snapshot_output *output, unsigned workers,
                          bool (*write)(void *context, const unsigned char *data, size_t size), void *context)
{
  memset(output, 0, sizeof *output);
  output->write = write;
  output->context = context;
  output->slot_count = workers > 1 ? 2 * workers : 1;
  for (uint32_t i = 0; i < output->slot_count; i++)
    output->slots[i].data = env_map_pages(OUTPUT_PIECE_BYTES);
}

void snapshot_output_deinit(struct snapshot_output *output)
{
  for (uint32_t i = 0; i < output->slot_count; i++)
    env_unmap_pages(output->slots[i].data, OUTPUT_PIECE_BYTES);
}

static void write_data(struct snapshot_output *output, const unsigned char *data, size_t size)
{
  if (size > 0 && !output->has_failed && !output->write(output->context, data, size))
    output->has_failed = true;
}

/* Wait until fewer than `ahead` pieces before this one are still to be written. */
static void wait_for_turn(struct snapshot_output *output, uint32_t piece, uint32_t ahead)
{
  for (uint32_t turn; piece - (turn = output->turn) >= ahead;)
    env_sleep_while(&output->turn, turn);
}

unsigned char *snapshot_output_open(struct snapshot_output *output, uint32_t piece)
{
  wait_for_turn(output, piece, output->slot_count);
  return output->slots[piece % output->slot_count].data;
}

void snapshot_output_make_room(struct snapshot_output *output, uint32_t piece, size_t size)
{
  wait_for_turn(output, piece, 1);
  write_data(output, output->slots[piece % output->slot_count].data, size);
}

static void write_done_pieces(struct snapshot_output *output)
{
  uint32_t turn = output->turn;
  for (uint32_t at; output->slots[at = turn % output->slot_count].is_done; turn++) {
    write_data(output, output->slots[at].data, output->slots[at].size);
    output->slots[at].is_done = false;
  }
  if (turn == output->turn)
    return;
  output->turn = turn;
  env_wake_all(&output->turn);
}

void snapshot_output_close(struct snapshot_output *output, uint32_t piece, size_t size)
{
  lock_take(&output->lock);
  output->slots[piece % output->slot_count].size = size;
  output->slots[piece % output->slot_count].is_done = true;
  write_done_pieces(output);
  lock_release(&output->lock);
}
