/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Followed blocks that only registers point to: by the returns of which functions they went outwards, and where they
 * were left behind.
 *
 * Such a block is watched at the word of the stack that holds the return address of the frame it is in. When that word
 * is given up, the frame is left, and the caller says which registers still point to the block: then it is watched at
 * the next frame outwards. Once there are none, nobody has it any more.
 *
 * Nothing here looks at memory or registers: whoever sees a frame being left tells of it. */
#ifndef SEEP_MEMCHECK_PURE_FOLLOW_EXITS_H
#define SEEP_MEMCHECK_PURE_FOLLOW_EXITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "memcheck/pure/follow/references.h"

enum { EXITS_KEPT = 6 }; /* the last ones */

/* A frame that was left. */
struct frame_exit {
  uint32_t stack;     /* where; the frame is the innermost one there */
  uint32_t registers; /* that pointed to the block afterwards, a bit for each by its number in DWARF */
};

struct exits;

struct exits *exits_create(void);
void exits_destroy(struct exits *exits);

/* From now on only registers point to the block, and `word` has the return address of the frame they are in. Exits from
 * before are forgotten. 0: that frame is not known. */
void exits_begin(struct exits *exits, followed_id id, uint64_t word);
/* It is in memory again, or no more: all of it is forgotten. */
void exits_end(struct exits *exits, followed_id id);

/* The lowest watched word from `start` to before `end`; false: there is none. */
bool exits_next_in(const struct exits *exits, uint64_t start, uint64_t end, uint64_t *ret_word);
/* A block that is watched there, until it is moved on or given up; 0: there are no more. */
followed_id exits_watched_at(const struct exits *exits, uint64_t word);
/* That frame was left; `outwards`: the word of the next one, 0: it is watched no more. */
void exits_move_on(struct exits *exits, followed_id id, struct frame_exit exit, uint64_t outwards);
/* It is watched no more, and it is not known by what it went. */
void exits_give_up(struct exits *exits, followed_id id);

/* Exits of the block since only registers point to it, the last one first, `number` from 0; NULL: no more are known. */
const struct frame_exit *exits_of(const struct exits *exits, followed_id id, unsigned number);

size_t exits_count(const struct exits *exits); /* of watched blocks */
/* For tests: do all its parts agree with each other? */
bool exits_are_valid(const struct exits *exits);

#endif
