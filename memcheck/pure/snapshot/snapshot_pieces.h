/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A snapshot cut into pieces of about the same work, however large blocks and roots are: first the blocks, then what
 * they point to, then what roots point to. The frames of all pieces, in their order, are the snapshot, whoever makes
 * which. */
#ifndef SEEP_MEMCHECK_PURE_SNAPSHOT_SNAPSHOT_PIECES_H
#define SEEP_MEMCHECK_PURE_SNAPSHOT_SNAPSHOT_PIECES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "memcheck/pure/leak/leak_index.h"
#include "memcheck/pure/leak/leak_scan.h"

/* Of a piece, at most. */
enum { SNAPSHOT_PIECE_BLOCKS = 4096, SNAPSHOT_PIECE_BYTES = 1 << 18 };

enum snapshot_piece_kind {
  SNAPSHOT_BLOCKS,       /* blocks [first, end) */
  SNAPSHOT_EDGES,        /* pointers in these */
  SNAPSHOT_EDGES_OF_ONE, /* pointers at addresses [from, to), in block `first` */
  SNAPSHOT_ROOT,         /* pointers at addresses [from, to), or in all words, of `root` */
};

struct snapshot_piece {
  uint32_t number; /* from 0 */
  enum snapshot_piece_kind kind;
  block_id first, end;
  uint64_t from, to;
  const struct leak_root *root;
};

struct snapshot_pieces {
  const struct leak_index *index;
  const struct leak_root *roots;
  size_t root_count;
  /* What comes next. */
  uint32_t number;
  block_id blocks_at, edges_at;
  size_t roots_at;
  uint64_t address; /* where the block or root that is being cut up goes on; 0: none is */
};

/* `index` and `roots` must outlive the pieces. */
void snapshot_pieces_init(struct snapshot_pieces *pieces, const struct leak_index *index, const struct leak_root *roots,
                          size_t root_count);

/* The next piece; false: that was all. */
bool snapshot_pieces_next(struct snapshot_pieces *pieces, struct snapshot_piece *ret);

#endif
