/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is reported of calls of the heap's functions: frees of what is no block, or is none any more, frees by a
 * function of another family, and sizes that nobody can mean. The program goes on as it does in a full run. */
#ifndef SEEP_NATIVE_MISUSE_H
#define SEEP_NATIVE_MISUSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "memcheck/pure/stacks/stacks.h"
#include "native/live_blocks.h"
#include "native/releases.h"
#include "native/watched_thread.h"

/* A call with that stack frees what is no live block. False: it is reported; true: the C library has a block there that
 * was not seen, and is to free it. */
bool misuse_of_free(struct watched_thread *thread, uint64_t address, stack_id stack);

/* It frees a block of another family. */
void misuse_of_family(struct watched_thread *thread, uint64_t start, const struct live_block *block, stack_id stack);

/* It frees a block of its family, but is told another size or alignment than the block was made with. */
void misuse_of_delete(struct watched_thread *thread, uint64_t start, const struct live_block *block,
                      const struct release *how, stack_id stack);

/* Is that the size that the block was made with, as far as is known? */
static inline bool misuse_is_size(const struct live_block *block, uint64_t bytes)
{
  return block->size_bytes == bytes || block->has_usable_size || block->size_bytes >= LIVE_SIZE_MOST;
}

/* It is told an alignment that is none: of new or delete. */
void misuse_of_alignment(struct watched_thread *thread, uint64_t alignment, stack_id stack);

/* What a function of malloc()'s family makes of an alignment and a size. */
struct aligned_rule {
  const char *should_be; /* of the alignment */
  size_t least;          /* alignment */
  bool needs_multiple;   /* of it, as a size */
};

/* Is there nothing wrong with them? */
static inline bool misuse_is_aligned(const struct aligned_rule *rule, size_t alignment, size_t bytes)
{
  return alignment >= rule->least && (alignment & (alignment - 1)) == 0 && bytes != 0 &&
         (!rule->needs_multiple || alignment == 0 || bytes % alignment == 0);
}

/* There is. */
void misuse_of_aligned(struct watched_thread *thread, const struct aligned_rule *rule, size_t alignment, size_t bytes,
                       stack_id stack);

/* It resizes a block to nothing. */
void misuse_of_realloc(struct watched_thread *thread, uint64_t start, const struct live_block *block, stack_id stack);

/* It asks for so many bytes, and gets none: is the number negative, when read as signed? `what`: "function(argument)".
 * True: that is reported. */
bool misuse_of_size(struct watched_thread *thread, const char *what, size_t bytes, stack_id stack);

/* The same of calloc(). */
void misuse_of_calloc(struct watched_thread *thread, size_t count, size_t bytes_each, stack_id stack);

#endif
