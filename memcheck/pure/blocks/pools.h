/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory pools that the guest describes by client requests: which there are, and which blocks belong to them.
 *
 * Pool blocks lie in the table of blocks as BLOCK_POOL or BLOCK_METAPOOL. Pools know nothing of stacks, shadow memory
 * or quarantine: what must happen to memory is handed to the caller's actions, what went wrong is returned. */
#ifndef SEEP_MEMCHECK_PURE_BLOCKS_POOLS_H
#define SEEP_MEMCHECK_PURE_BLOCKS_POOLS_H

#include <stdbool.h>
#include <stdint.h>

#include "memcheck/pure/blocks/blocks.h"

enum pools_result {
  POOLS_DONE = 0,
  POOLS_NO_POOL,   /* report the pool's address as an illegal one */
  POOLS_NO_BLOCK,  /* report an invalid free of the block's address */
  POOLS_EXISTS,    /* there is a pool at that address already */
  POOLS_NOT_META,  /* AUTO_FREE needs METAPOOL */
  POOLS_BAD_RANGE, /* not in the user's address space */
};

struct pool {
  uint64_t address;       /* its name to the guest */
  uint64_t redzone_bytes; /* around each of its blocks */
  bool is_zeroed;         /* new blocks count as defined */
  bool is_metapool;
  bool is_auto_free;
};

struct pools_actions {
  void *context;
  /* The block is freed: make it inaccessible with `redzone_bytes` on both sides, and put it in quarantine or remove it.
   * It belongs to no pool any more. Also called for custom blocks inside a block that an AUTO_FREE pool frees. */
  void (*free_block)(void *context, block_id id, uint64_t redzone_bytes);
  /* [start, end) becomes inaccessible. */
  void (*make_noaccess)(void *context, uint64_t start, uint64_t end);
  /* A block is about to disappear with its pool; a block had another size until now. */
  void (*forget_block)(void *context, block_id id);
  void (*resized_block)(void *context, block_id id, uint64_t old_bytes);
};

struct pools;

/* `blocks` and `actions` must outlive the pools. */
struct pools *pools_create(struct blocks *blocks, const struct pools_actions *actions);
void pools_destroy(struct pools *pools);

/* The client requests. A pool with all its blocks disappears by pool_destroy(), without quarantine. */
enum pools_result pool_create(struct pools *pools, const struct pool *pool);
enum pools_result pool_destroy(struct pools *pools, uint64_t pool_address);
enum pools_result pool_move(struct pools *pools, uint64_t from, uint64_t to);

/* The pool at this address; NULL: none. Valid until pools change. */
const struct pool *pool_find(const struct pools *pools, uint64_t pool_address);

/* A new block of a pool. The caller fills in the rest of the block (*ret_block) and prepares its memory as the pool
 * (*ret_pool) says. */
enum pools_result pool_alloc(struct pools *pools, uint64_t pool_address, uint64_t start, uint64_t size_bytes,
                             block_id *ret_block, const struct pool **ret_pool);
enum pools_result pool_free(struct pools *pools, uint64_t pool_address, uint64_t start);

/* Keep of every block what lies in [start, start + size_bytes), free blocks of which nothing does. */
enum pools_result pool_trim(struct pools *pools, uint64_t pool_address, uint64_t start, uint64_t size_bytes);

/* The block at `from` is now at `to` and has another size; its memory is not touched. */
enum pools_result pool_change(struct pools *pools, uint64_t pool_address, uint64_t from, uint64_t to,
                              uint64_t size_bytes);

/* The live pool block that holds the address in itself or its pool's redzones, in metapools or in the others; 0: none.
 * */
block_id pools_find_containing(const struct pools *pools, uint64_t address, bool in_metapools);

/* The pool of a live pool block. */
const struct pool *pools_owner(const struct pools *pools, block_id id);

/* For tests: do all its parts agree with each other? */
bool pools_is_valid(const struct pools *pools);

#endif
