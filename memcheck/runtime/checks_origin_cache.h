/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What was found out of late about the places that undefined values lie in, and how it is looked up without a call:
 * once for each load of an undefined value that has no tag. checks_origins.c finds it out.
 *
 * A heap block is remembered by the address it was found for, and looked at again before it is believed.
 *
 * The frame an address lies in is found by unwinding. A frame is remembered as its range of addresses with the two
 * return addresses at its ends: the one above leads out of the function, the one below into it. As long as both words
 * are in their places, defined (so they are not the remains of an earlier call) and above the stack pointer, the frame
 * is still that of the same function. The innermost frame has no word below it: there the instruction and the stack
 * pointer must be those that were seen. What could be taken for another is a function that wrote copies of two return
 * addresses to exactly the places where they were before.
 *
 * A stack origin is a stack of one ip, the instruction that made the memory new (stack_origins.h). As that differs
 * within a frame, what is remembered is a piece of a frame. */
#ifndef SEEP_MEMCHECK_RUNTIME_CHECKS_ORIGIN_CACHE_H
#define SEEP_MEMCHECK_RUNTIME_CHECKS_ORIGIN_CACHE_H

#include "coregrind-glue/core.h"
#include "memcheck/pure/blocks/blocks.h"
#include "memcheck/runtime/checks_private.h"
#include "memcheck/pure/shadow/shadow.h"
#include "memcheck/pure/stacks/stacks.h"

#include "pub_tool_machine.h"

CHECKS_INLINED origin_tag checks_make_tag(stack_id stack, enum record_origin origin)
{
  return stack == 0 || stack >> 30 != 0 ? CHECKS_ORIGIN_UNKNOWN : stack * 4 + origin;
}

/* Memory of one origin, as far as its place goes. */
struct checks_place {
  Addr start, end;
  origin_tag tag;
};

/* --- heap blocks --- */

enum { SIZE_CLASSES = 3, BLOCKS_CACHED = 4096 };

/* Of a large block, one entry serves for much of it; small ones need an entry each: log2 of the bytes of memory that
 * have one. */
static const unsigned size_class_bits[SIZE_CLASSES] = {6, 12, 20};

extern const struct block *checks_blocks[SIZE_CLASSES][BLOCKS_CACHED]; /* NULL, or once a block's entry */

CHECKS_INLINED const struct block **checks_block_slot(unsigned size_class, Addr address)
{
  return &checks_blocks[size_class][address >> size_class_bits[size_class] & (BLOCKS_CACHED - 1)];
}

CHECKS_INLINED Bool checks_is_in(const struct block *block, Addr address)
{
  return address - block->start < block->size_bytes;
}

CHECKS_INLINED struct checks_place checks_place_of_block(const struct block *block)
{
  return (struct checks_place){block->start, block->start + block->size_bytes,
                               checks_make_tag(block->alloc_stack_id, RECORD_ORIGIN_HEAP)};
}

/* The block around the address as it was last time. A coroutine's stack lies in a block, too: then it is not what
 * counts. */
CHECKS_INLINED const struct block *checks_block_cached(Addr address, Addr sp)
{
  for (unsigned size_class = 0; size_class < SIZE_CLASSES; size_class++) {
    const struct block *block = *checks_block_slot(size_class, address);
    if (block != NULL && block->state == BLOCK_LIVE && checks_is_in(block, address) && !checks_is_in(block, sp))
      return block;
  }
  return NULL;
}

/* --- frames --- */

struct checks_frame {
  Addr start, end;   /* the frame */
  Addr piece_start, piece_end; /* what the tag is for; empty: unused */
  Addr ip, sp;       /* of the innermost frame; else 0 */
  UWord below, above;/* the words at start - 8, unless it is the innermost, and at end - 8 */
  uint64_t epoch;    /* of the module table: ips mean the same */
  origin_tag tag;
};

enum { CHECKS_WORD_BYTES = 8, SLICE_BITS = 6, FRAMES_CACHED = 2048 };

extern struct checks_frame checks_frames[FRAMES_CACHED];

CHECKS_INLINED struct checks_frame *checks_frame_slot(Addr address, Addr ip)
{
  UWord hash = ((address >> SLICE_BITS) ^ (ip * 0x9e3779b97f4a7c15UL >> 40)) & (FRAMES_CACHED - 1);
  return &checks_frames[hash];
}

/* A word of the stack that is defined, hence a live one; its page may be closed for the moment. */
CHECKS_INLINED Bool checks_is_word(Addr address, UWord expected)
{
  UWord v_bits, word;
  __builtin_memcpy(&v_bits, shadow_v_bits(address), sizeof v_bits);
  return v_bits == 0 && guarded_load((const uint64_t *)address, &word) && word == expected;
}

CHECKS_INLINED Bool checks_is_in_piece(const struct checks_frame *seen, Addr address)
{
  return address - seen->piece_start < seen->piece_end - seen->piece_start && seen->epoch == modules_epoch() &&
         checks_is_word(seen->end - CHECKS_WORD_BYTES, seen->above);
}

/* The frame that an address lies in, for code at `ip` with that stack pointer; NULL: it has to be looked for. */
CHECKS_INLINED const struct checks_frame *checks_frame_cached(Addr address, Addr ip, Addr sp)
{
  const struct checks_frame *seen = checks_frame_slot(address, ip);
  if (seen->ip == ip && seen->sp == sp && checks_is_in_piece(seen, address))
    return seen;
  seen = checks_frame_slot(address, 0);
  if (seen->ip == 0 && seen->start - CHECKS_WORD_BYTES >= sp && checks_is_in_piece(seen, address) &&
      checks_is_word(seen->start - CHECKS_WORD_BYTES, seen->below))
    return seen;
  return NULL;
}

/* --- both --- */

/* The place that the address lies in; False: it has to be looked for. */
CHECKS_INLINED Bool checks_place_cached(Addr address, Addr ip, Addr sp, struct checks_place *ret)
{
  if (address >= sp - VG_STACK_REDZONE_SZB) {
    const struct checks_frame *seen = checks_frame_cached(address, ip, sp);
    if (seen != NULL) {
      *ret = (struct checks_place){seen->piece_start, seen->piece_end, seen->tag};
      return True;
    }
  }
  const struct block *block = checks_block_cached(address, sp);
  if (block == NULL)
    return False;
  *ret = checks_place_of_block(block);
  return True;
}

#endif
