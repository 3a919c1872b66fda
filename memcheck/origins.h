/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where undefined values in memory came from, when that is not where they lie.
 *
 * Fresh undefined memory needs no entry: the block or stack frame it lies in is its origin, and is found when it is asked
 * for. Only an undefined value that was stored elsewhere carries a tag of its own. Tags are kept per aligned 8-byte word.
 * The table is bounded: when it is full, old entries are forgotten and the word's own place answers again. */
#ifndef SEEP_MEMCHECK_ORIGINS_H
#define SEEP_MEMCHECK_ORIGINS_H

#include <stddef.h>
#include <stdint.h>

/* Four times the number of a stack (stacks.h) plus an enum record_origin; 0: nothing known. */
typedef uint32_t origin_tag;

struct origins;

struct origins *origins_create(size_t words_max);
void origins_destroy(struct origins *origins);

/* The tag of the words in [start, start + bytes), replacing what was there. */
void origins_set(struct origins *origins, uint64_t start, uint64_t bytes, origin_tag tag);
/* One tag for a large range (a client request); as many ranges as fit a fixed table, the oldest is forgotten. */
void origins_set_range(struct origins *origins, uint64_t start, uint64_t bytes, origin_tag tag);
/* 0: none, the word's own place is the origin. */
origin_tag origins_get(const struct origins *origins, uint64_t address);

/* [start, start + bytes) holds something new. Costs little where there are no tags. */
void origins_drop(struct origins *origins, uint64_t start, uint64_t bytes);
/* Data was copied along with its V bits. */
void origins_copy(struct origins *origins, uint64_t to, uint64_t from, uint64_t bytes);

/* The lowest tagged address, or UINT64_MAX: a stack pointer that rises past it must drop what lies below. Kept for quick
 * comparison on each move of the stack pointer. */
uint64_t origins_lowest_in(const struct origins *origins, uint64_t start, uint64_t end);

#endif
