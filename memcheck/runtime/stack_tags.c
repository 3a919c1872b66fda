/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lowest tag is kept when tags are stored, which is cheap, and looked for when it may have died or another stack is
 * in use, which is not, but rare. */
#include "memcheck/runtime/stack_tags.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/guest_tables.h"
#include "memcheck/runtime/memory_states.h"
#include "memcheck/pure/shadow/origins.h"
#include "memcheck/pure/shadow/shadow.h"

#include "pub_tool_threadstate.h"

uint64_t stack_tags_lowest = UINT64_MAX;

/* NULL: nobody asks. */
static const struct origins *asked_about(void)
{
  return code_policy.speculates ? guest.origins : NULL;
}

/* Tags below the red zone, where the stack will grow over them: a client request may have been about memory there. As
 * long as they are there, the lowest tag is among them, so that the stack is moved by precise code, which drops those
 * that it meets. Farther down than this it need not be the same stack. */
enum { BELOW_BYTES = 64 << 10 };
static uint64_t lowest_below = UINT64_MAX; /* UINT64_MAX: there are none */

static void note_below(Addr sp, Addr start, SizeT bytes)
{
  const Addr end = sp - VG_STACK_REDZONE_SZB, looked_at = end - BELOW_BYTES;
  if (start >= end || start + bytes <= looked_at)
    return;
  if (start < looked_at)
    start = looked_at;
  if (start < lowest_below)
    lowest_below = start;
  if (start < stack_tags_lowest)
    stack_tags_lowest = start;
}

void stack_tags_note(Addr start, SizeT bytes)
{
  if (!asked_about())
    return;
  const Addr sp = VG_(get_SP)(VG_(get_running_tid)());
  stack_tags_note_at(sp, start, bytes);
  note_below(sp, start, bytes);
}

void stack_tags_set_range(Addr start, SizeT bytes, origin_tag tag)
{
  origins_set_range(guest.origins, start, bytes, tag);
  stack_tags_note(start, bytes);
}

/* As far up as most stacks reach. What lies beyond counts as tagged, and is looked at when the stack pointer gets
 * there. */
#define SEARCHED_BYTES (UINT64_C(16) << 20)

void stack_tags_search(Addr sp)
{
  const struct origins *origins = asked_about();
  if (origins == NULL || sp < VG_STACK_REDZONE_SZB || sp >= SHADOW_LIMIT)
    return;
  const Addr end = sp < SHADOW_LIMIT - SEARCHED_BYTES ? sp + SEARCHED_BYTES : SHADOW_LIMIT;
  const Addr start = sp - VG_STACK_REDZONE_SZB;
  const Bool looks_below = lowest_below < start && start - lowest_below <= BELOW_BYTES;
  stack_tags_lowest = origins_lowest_in(origins, looks_below ? lowest_below : start, end);
  if (looks_below)
    lowest_below = stack_tags_lowest < start ? stack_tags_lowest : UINT64_MAX;
  if (stack_tags_lowest == UINT64_MAX)
    stack_tags_lowest = end;
}

/* What the stack grew by has lost its tags, unless the core saw another stack there. */
static void look_at_growth(Addr from, Addr to)
{
  const struct origins *origins = asked_about();
  if (origins == NULL || to < VG_STACK_REDZONE_SZB)
    return;
  uint64_t lowest = origins_lowest_in(origins, to - VG_STACK_REDZONE_SZB, from - VG_STACK_REDZONE_SZB);
  if (lowest < stack_tags_lowest)
    stack_tags_lowest = lowest;
}

void stack_tags_moved(Addr from, Addr to)
{
  const Bool grows = to < from;
  if ((grows ? from - to : to - from) > MEMORY_STACK_MOVE_MAX)
    stack_tags_search(to);
  else if (grows)
    look_at_growth(from, to);
  else
    stack_tags_given_up(to);
}
