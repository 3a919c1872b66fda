/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rows of numbers that become frames with a list for each column, as soon as there are enough of them. */
#ifndef SEEP_MEMCHECK_SNAPSHOT_SNAPSHOT_FRAMES_H
#define SEEP_MEMCHECK_SNAPSHOT_SNAPSHOT_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "memcheck/snapshot/snapshot_output.h"
#include "record/record.h"

enum {
  SNAPSHOT_ROWS = 1 << 12, /* of a frame */
  SNAPSHOT_COLUMNS = 9,    /* at most */
};

/* Those of one worker. */
struct snapshot_frames {
  uint64_t (*columns)[SNAPSHOT_ROWS]; /* SNAPSHOT_COLUMNS of them */
  size_t rows;
  struct snapshot_output *output;
  uint32_t piece;                     /* that is being made */
  struct record_encoder encoder;      /* there is room for any frame */
};

void snapshot_frames_init(struct snapshot_frames *frames, struct snapshot_output *output);
void snapshot_frames_deinit(struct snapshot_frames *frames);

/* Frames from here on belong to a piece of the output; that is all of them. */
void snapshot_frames_open(struct snapshot_frames *frames, uint32_t piece);
void snapshot_frames_close(struct snapshot_frames *frames);

/* A column of the rows that are gathered. */
struct record_numbers snapshot_frames_column(const struct snapshot_frames *frames, unsigned column);

/* The encoder has got a frame of the rows: begin with no rows. */
void snapshot_frames_end_frame(struct snapshot_frames *frames);

/* Numbers as differences, in zigzag. */
static inline uint64_t snapshot_step(uint64_t before, uint64_t now)
{
  const uint64_t step = now - before;
  return step << 1 ^ (step >> 63 ? UINT64_MAX : 0);
}

#endif
