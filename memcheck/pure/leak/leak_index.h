/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which blocks take part in a leak check, and which of them holds an address.
 *
 * Blocks in quarantine do not, nor do blocks that others were carved out of: a block from malloc that holds a custom or
 * pool block, and a custom block that holds a pool block. A METAPOOL's block takes part, and so does what was carved
 * out of it.
 *
 * What the scan needs to know of a block is packed into one 32-bit mark, as the marks of a large heap may fit into the
 * processor's cache where its entries do not. */
#ifndef SEEP_MEMCHECK_PURE_LEAK_LEAK_INDEX_H
#define SEEP_MEMCHECK_PURE_LEAK_LEAK_INDEX_H

#include <stdbool.h>
#include <stdint.h>

#include "memcheck/pure/blocks/blocks_layout.h"

struct leak_mark {
  uint32_t kind : 3;         /* enum record_leak_kind, the verdict so far: begins as DEFINITE; 0: takes no part */
  uint32_t root_class : 3;   /* enum record_root_class, when reachable */
  uint32_t by_heuristic : 1; /* reachable only by the heuristic that the entry names */
  uint32_t is_irregular : 1; /* its start is not a multiple of 16, or others follow it in its granule's chain */
  uint32_t offset : 2;       /* of a regular block: start in its granule, in units of 16 bytes */
  uint32_t words : 22;       /* of a regular block: size in whole words; MARK_WORDS_MANY: see its entry */
};
enum { MARK_WORDS_MANY = (1 << 22) - 1 };

/* What one worker has entered. */
struct leak_index_part {
  uint64_t start, end;
  uint32_t block_count, custom_count, pool_count;
  block_id lacking_first, lacking_end; /* all blocks for which a leaf of the table was missing have ids between these */
};

struct leak_index {
  struct blocks *blocks;
  uint64_t start, end;  /* no block holds an address outside, or ends there */
  uint32_t block_count; /* that take part */
  struct leak_mark *marks; /* by block_id */
  block_id mark_limit;
  /* Blocks that are not from malloc, in ascending order of start, those around others first. Usually none. */
  block_id *customs;
  uint32_t *enclosing; /* the nearest of them before that reaches beyond this one's start, counted from 1; 0: none */
  uint32_t custom_count, pool_count;
  struct leak_index_part parts[ENV_WORKERS_MAX]; /* one for each worker; leak_index_end() adds them up */
};

/* All of it, by one worker. */
void leak_index_build(struct leak_index *index, struct blocks *blocks);

/* The same by several workers: begin; let each worker enter ranges [first, end), until all of [1, mark_limit) is;
 * end. */
void leak_index_begin(struct leak_index *index, struct blocks *blocks);
void leak_index_enter(struct leak_index *index, unsigned worker, block_id first, block_id end);
void leak_index_end(struct leak_index *index);

void leak_index_release(struct leak_index *index);

/* The innermost block that takes part and holds an address that is no block's start; or an array of new[] without
 * elements that ends there, as a pointer to its elements does; 0: none. */
block_id leak_index_find_interior(const struct leak_index *index, uint64_t address);

/* Show `visit` every block that takes part, by ascending start. */
void leak_index_walk(const struct leak_index *index, void (*visit)(void *context, block_id id), void *context);

#endif
