/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Pieces of a file that several workers make at once, and that are written in order. A piece that is done early waits
 * in memory while its worker begins another one; whoever completes the piece that comes next writes all that have
 * waited for it. */
#ifndef SEEP_MEMCHECK_PURE_SNAPSHOT_SNAPSHOT_OUTPUT_H
#define SEEP_MEMCHECK_PURE_SNAPSHOT_SNAPSHOT_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "memcheck/pure/base/lock.h"

enum { OUTPUT_PIECE_BYTES = 1 << 20, OUTPUT_SLOTS_MAX = 2 * ENV_WORKERS_MAX };

struct snapshot_output {
  bool (*write)(void *context, const unsigned char *data, size_t size);
  void *context;
  struct lock lock;
  _Atomic uint32_t turn;    /* the number of the piece that is to be written next */
  _Atomic bool has_failed;  /* nothing was written from then on */
  uint32_t slot_count;      /* pieces that can be at work */
  struct {
    unsigned char *data;    /* OUTPUT_PIECE_BYTES */
    size_t size;
    bool is_done;
  } slots[OUTPUT_SLOTS_MAX]; /* of piece i: i % slot_count */
};

/* `write` says false when nothing more can be written. */
void snapshot_output_init(struct snapshot_output *output, unsigned workers,
                          bool (*write)(void *context, const unsigned char *data, size_t size), void *context);
void snapshot_output_deinit(struct snapshot_output *output);

/* Begin a piece; those before it must have been begun. Waits for a slot. Returns OUTPUT_PIECE_BYTES to put it into. */
unsigned char *snapshot_output_open(struct snapshot_output *output, uint32_t piece);
/* Write the first `size` bytes, so that the same memory can be filled again. Waits for the pieces before. */
void snapshot_output_make_room(struct snapshot_output *output, uint32_t piece, size_t size);
void snapshot_output_close(struct snapshot_output *output, uint32_t piece, size_t size);

#endif
