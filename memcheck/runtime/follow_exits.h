/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Followed blocks that only registers point to are watched as their frames are left (exits.h): the word of the stack
 * with the frame's return address counts as undefined, like a pointer that is followed, so no return goes unnoticed. */
#ifndef SEEP_MEMCHECK_RUNTIME_FOLLOW_EXITS_H
#define SEEP_MEMCHECK_RUNTIME_FOLLOW_EXITS_H

#include "memcheck/pure/blocks/blocks.h"
#include "memcheck/pure/follow/exits.h"

#include "pub_tool_basics.h"

/* `look`: those registers of a thread that point to a block, a bit for each by its number in DWARF, of what a function
 * that returns leaves behind: its results, and what it has saved of its caller's; false: words point to it as well, and
 * it is watched no more. `block`: which one it is. */
void follow_exits_create(Bool (*look)(ThreadId tid, followed_id id, uint32_t *ret_registers),
                         block_id (*block)(followed_id id));

/* No word points to the block from now on, only registers of the running thread's innermost frame may. Or some do, and
 * only its next return is looked at. */
void follow_exits_begin(followed_id id);
/* A word points to it again, or it is no more. */
void follow_exits_end(followed_id id);

/* The stack gave up this range, or (`is_left` false) it is gone otherwise. */
void follow_exits_given_up(Addr start, Addr end, Bool is_left);

/* Exits of a block, as exits_of() has them. */
const struct frame_exit *follow_exits_of(followed_id id, unsigned number);

/* Such a word counts as undefined, with the tag of what is followed. */
void follow_exits_mark(Addr word);
/* All words that are watched are to count so again. */
void follow_exits_show(void);

#endif
