/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What lies around a block, and whether the program has written there: behind it the bytes that the C library rounds
 * sizes up by, which have a pattern, and then the head of the next chunk; in front of it its own head. Heads are the C
 * library's, so of these is seen only what cannot be one (libc_blocks.h). */
#ifndef SEEP_NATIVE_RED_ZONES_H
#define SEEP_NATIVE_RED_ZONES_H

#include <stdbool.h>
#include <stdint.h>

enum { RED_ZONE_BYTES = 16 }; /* at most */

struct damage {
  uint64_t address; /* of the first byte that has changed */
  uint64_t bytes;   /* up to the last one; 0: not known, as it is in a head */
  bool is_before;   /* in front of the block, not behind it */
  bool is_in_head;  /* also, or alone, in a head, so that the C library would not survive if it got the block */
};

/* A block that the C library has just made, before anybody else has it. */
void red_zones_put(uint64_t start, uint64_t bytes);

/* Is something damaged? */
bool red_zones_find(uint64_t start, uint64_t bytes, struct damage *ret);

/* The same when all threads stand still, by way of memory_view.h, as the program may have closed its pages. */
bool red_zones_find_at_end(uint64_t start, uint64_t bytes, struct damage *ret);

/* Could the C library take the block, as far as heads tell? */
bool red_zones_have_heads(uint64_t start, uint64_t bytes);

/* The head of this block is damaged: put one there with which the C library can go on. `arena`: LIBC_IN_OTHER_ARENA as
 * the heads around it have it, or 0. */
void red_zones_mend(uint64_t start, uint64_t bytes, uint64_t arena);

#endif
