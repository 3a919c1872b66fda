/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/snapshot_frames.h"

#include "memcheck/env.h"

enum {
  NUMBER_MAX_BYTES = 10,
  FRAME_MAX_BYTES = SNAPSHOT_ROWS * SNAPSHOT_COLUMNS * NUMBER_MAX_BYTES + 4096,
  COLUMNS_BYTES = SNAPSHOT_ROWS * SNAPSHOT_COLUMNS * 8,
};

void snapshot_frames_init(struct snapshot_frames *frames,
                          bool (*write)(void *context, const unsigned char *data, size_t size), void *context)
{
  *frames = (struct snapshot_frames){
    .columns = env_map_pages(COLUMNS_BYTES),
    .encoder = {.data = env_map_pages(FRAME_MAX_BYTES), .capacity = FRAME_MAX_BYTES},
    .write = write,
    .context = context,
  };
}

void snapshot_frames_deinit(struct snapshot_frames *frames)
{
  env_unmap_pages(frames->columns, COLUMNS_BYTES);
  env_unmap_pages(frames->encoder.data, FRAME_MAX_BYTES);
}

struct record_numbers snapshot_frames_column(const struct snapshot_frames *frames, unsigned column)
{
  ENV_ASSERT(column < SNAPSHOT_COLUMNS);
  return (struct record_numbers){frames->columns[column], frames->rows};
}

void snapshot_frames_write(struct snapshot_frames *frames)
{
  ENV_ASSERT(frames->encoder.size <= frames->encoder.capacity);
  if (!frames->has_failed)
    frames->has_failed = !frames->write(frames->context, frames->encoder.data, frames->encoder.size);
  frames->encoder.size = 0;
  frames->rows = 0;
}
