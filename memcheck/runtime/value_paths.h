/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --explain=values: the words of memory that an undefined value went through, from its origin to its use.
 *
 * A tag says where a value came from (origins.h). Here each store of an undefined value makes a hop, which knows where
 * that was and which tag the value had before, and gives it the hop's tag. So whoever loads it has the hop along with
 * the value, and the tag of a use leads back through memory, hop by hop, to the origin. What a value does in registers
 * is not seen. */
#ifndef SEEP_MEMCHECK_RUNTIME_VALUE_PATHS_H
#define SEEP_MEMCHECK_RUNTIME_VALUE_PATHS_H

#include "memcheck/pure/blocks/blocks.h"
#include "memcheck/pure/shadow/origins.h"

#include "pub_tool_basics.h"

extern Bool value_paths_are_on;

/* Turns them on, once there are blocks; as follow_places_begin(). */
void value_paths_begin(block_id (*around)(uint64_t address));

/* The running thread has stored a value with this tag, undefined in part: tags what is undefined there. Nothing is on:
 * not to be called. */
void value_paths_stored(origin_tag from, Addr start, SizeT bytes);
/* The running thread has copied undefined values there, with their tags. */
void value_paths_copied(Addr start, SizeT bytes);

/* The tag that a value had at first: one that is no hop's. */
origin_tag value_paths_origin(origin_tag tag);
/* Sends the hops of a tag, the last one first. Returns the number of the trail; 0: there are none. */
uint64_t value_paths_send(origin_tag tag);
/* A new stream knows no trails. */
void value_paths_forget_sent(void);

#endif
