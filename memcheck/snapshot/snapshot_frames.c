/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/snapshot/snapshot_frames.h"

#include "memcheck/base/env.h"

enum {
  NUMBER_MAX_BYTES = 10,
  FRAME_MAX_BYTES = SNAPSHOT_ROWS * SNAPSHOT_COLUMNS * NUMBER_MAX_BYTES + 4096,
  COLUMNS_BYTES = SNAPSHOT_ROWS * SNAPSHOT_COLUMNS * 8,
};
_Static_assert((int)FRAME_MAX_BYTES <= (int)OUTPUT_PIECE_BYTES, "a frame does not fit");

void snapshot_frames_init(struct snapshot_frames *frames, struct snapshot_output *output)
{
  *frames = (struct snapshot_frames){.columns = env_map_pages(COLUMNS_BYTES), .output = output};
}

void snapshot_frames_deinit(struct snapshot_frames *frames)
{
  env_unmap_pages(frames->columns, COLUMNS_BYTES);
}

void snapshot_frames_open(struct snapshot_frames *frames, uint32_t piece)
{
  frames->piece = piece;
  frames->encoder = (struct record_encoder){
    .data = snapshot_output_open(frames->output, piece), .capacity = OUTPUT_PIECE_BYTES};
}

void snapshot_frames_close(struct snapshot_frames *frames)
{
  snapshot_output_close(frames->output, frames->piece, frames->encoder.size);
}

struct record_numbers snapshot_frames_column(const struct snapshot_frames *frames, unsigned column)
{
  ENV_ASSERT(column < SNAPSHOT_COLUMNS);
  return (struct record_numbers){frames->columns[column], frames->rows};
}

void snapshot_frames_end_frame(struct snapshot_frames *frames)
{
  struct record_encoder *encoder = &frames->encoder;
  ENV_ASSERT(encoder->size <= encoder->capacity);
  if (encoder->capacity - encoder->size < FRAME_MAX_BYTES) {
    snapshot_output_make_room(frames->output, frames->piece, encoder->size);
    encoder->size = 0;
  }
  frames->rows = 0;
}
