/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One worker, which makes pieces of a snapshot: rows of blocks, edges and roots, and frames of these. */
#ifndef SEEP_MEMCHECK_PURE_SNAPSHOT_SNAPSHOT_WORKER_H
#define SEEP_MEMCHECK_PURE_SNAPSHOT_SNAPSHOT_WORKER_H

#include <stdint.h>

#include "memcheck/pure/leak/leak_index.h"
#include "memcheck/pure/leak/leak_pointers.h"
#include "memcheck/pure/snapshot/snapshot_capture.h"
#include "memcheck/pure/snapshot/snapshot_output.h"
#include "memcheck/pure/snapshot/snapshot_pieces.h"
#include "shared/record/record.h"

enum { SNAPSHOT_ROWS = 1 << 12 }; /* of a frame */

/* The difference to the row before, in zigzag: 0, -1, 1, -2 become 0, 1, 2, 3. */
static inline uint64_t snapshot_step(uint64_t before, uint64_t now)
{
  const uint64_t step = now - before;
  return step << 1 ^ (step >> 63 ? UINT64_MAX : 0);
}

struct snapshot_worker {
  _Alignas(64) const struct snapshot_source *source; /* no two workers in a cache line */
  const struct leak_index *index;
  const struct leak_memory *memory; /* this worker's own */
  struct leak_pointers pointers;
  leak_found_fn *found; /* what becomes of a pointer */
  struct snapshot_counts counts;
  struct {
    uint64_t id, start, birth, offset, to;
  } last;                       /* the row before */
  uint64_t (*columns)[SNAPSHOT_ROWS]; /* of the rows that are gathered */
  size_t rows;
  struct snapshot_output *output;
  uint32_t piece;                /* that is being made */
  struct record_encoder encoder; /* of frames of that piece */
  uint32_t last_stack;          /* for which use_stack() was called last */
  void (*put_frame)(struct snapshot_worker *worker); /* gives the encoder the rows that are gathered */
  const struct leak_root *root; /* of this piece */
};

/* Worker `number` of the source. The index is complete when the first piece is made. */
void snapshot_worker_init(struct snapshot_worker *worker, const struct snapshot_source *source, unsigned number,
                          const struct leak_index *index, struct snapshot_output *output);
void snapshot_worker_deinit(struct snapshot_worker *worker);

/* Make a piece of the output. */
void snapshot_worker_make_piece(struct snapshot_worker *worker, const struct snapshot_piece *piece);

#endif
