/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/stack_tags.h"

#include "memcheck/memory.h"
#include "memcheck/origins.h"
#include "memcheck/shadow.h"

#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"

uint64_t stack_tags_lowest = UINT64_MAX;

void stack_tags_note(Addr start, SizeT bytes)
{
  Addr lowest = VG_(get_SP)(VG_(get_running_tid)()) - VG_STACK_REDZONE_SZB;
  if (start + bytes <= lowest)
    return;
  if (start > lowest)
    lowest = start;
  if (lowest < stack_tags_lowest)
    stack_tags_lowest = lowest;
}

/* As far up as most stacks reach. What lies beyond counts as tagged, and is looked at when the stack pointer gets there. */
#define SEARCHED_BYTES (UINT64_C(16) << 20)

void stack_tags_search(Addr sp)
{
  const struct origins *origins = memory_origins();
  if (origins == NULL || sp < VG_STACK_REDZONE_SZB || sp >= SHADOW_LIMIT)
    return;
  Addr end = sp < SHADOW_LIMIT - SEARCHED_BYTES ? sp + SEARCHED_BYTES : SHADOW_LIMIT;
  stack_tags_lowest = origins_lowest_in(origins, sp - VG_STACK_REDZONE_SZB, end);
  if (stack_tags_lowest == UINT64_MAX)
    stack_tags_lowest = end;
}
