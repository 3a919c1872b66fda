/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lowest address with an origin tag on the running thread's stack: not below its red zone, but for tags that were
 * put where the stack has yet to grow. As long as a block of code gives up no memory above it, no tags die, and
 * speculative code has nothing to do about them. It may be lower than any tag that is still there; then someone looks
 * in vain. */
#ifndef SEEP_MEMCHECK_RUNTIME_STACK_TAGS_H
#define SEEP_MEMCHECK_RUNTIME_STACK_TAGS_H

#include <stdint.h>

#include "memcheck/pure/shadow/origins.h"

#include "pub_tool_basics.h"
#include "pub_tool_machine.h"

extern uint64_t stack_tags_lowest; /* ~0: there is none */

/* [start, start + bytes) was given tags. */
void stack_tags_note(Addr start, SizeT bytes);

/* One tag for a large range. */
void stack_tags_set_range(Addr start, SizeT bytes, origin_tag tag);

/* The same as stack_tags_note() for who knows the stack pointer, and may call nothing. */
static inline __attribute__((always_inline)) void stack_tags_note_at(Addr sp, Addr start, SizeT bytes)
{
  const Addr lowest = sp - VG_STACK_REDZONE_SZB, end = start + bytes;
  if (end <= lowest)
    return;
  if (start < lowest)
    start = lowest;
  if (start < stack_tags_lowest)
    stack_tags_lowest = start;
}

/* Look again, from this stack pointer up. */
void stack_tags_search(Addr sp);
/* The stack pointer has moved by an unknown distance, after the core's events about that. It may point to another
 * stack. */
void stack_tags_moved(Addr from, Addr to);

/* What lies below this stack pointer has lost its tags. */
static inline void stack_tags_given_up(Addr sp)
{
  if (stack_tags_lowest < sp)
    stack_tags_search(sp);
}

#endif
