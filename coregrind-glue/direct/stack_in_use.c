/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Direct code moves the stack pointer and stores by it without a look at A bits. It may, as long as the memory above is all
 * addressable, and that below, into which the stack grows, is not, so that its V bits are set. Both is looked for here when a stack is
 * first used, and again when something else has happened to its memory. */
#include "coregrind-glue/direct/direct_private.h"

#include "coregrind-glue/tool.h"
#include "memcheck/base/redzone.h"

enum { SURVEYED_BYTES = 1 << 20, GROWTH_MAX = 64 << 10, LOWEST_STACK = 64 << 10 };

static struct {
  Addr low, high; /* a stack pointer in between has no hole of unaddressable memory above it up to `high` */
  Addr floor;     /* nothing is addressable from there to the red zone */
} stack;

/* The lowest address from which on nothing is addressable up to `end`; looks so far down. */
static Addr find_floor(Addr end)
{
  uint64_t start, stop = end - SURVEYED_BYTES, floor = stop;
  while (shadow_next_addressable(tool.shadow(), stop, end, &start, &stop))
    floor = stop;
  return floor;
}

static void survey(Addr sp)
{
  uint64_t hole;
  if (!shadow_find_unaddressable(tool.shadow(), sp, SURVEYED_BYTES, &hole))
    hole = sp + SURVEYED_BYTES;
  stack.low = sp;
  stack.high = hole;
  stack.floor = find_floor(sp - REDZONE_BYTES);
}

static ULong lowest_tag(void)
{
  return direct_policy.lowest_stack_tag ? *direct_policy.lowest_stack_tag : ~0ULL;
}

Bool stack_in_use_is_usual(Addr sp)
{
  if (sp % SHADOW_GRANULE_BYTES != 0 || sp < LOWEST_STACK + SURVEYED_BYTES || sp >= SHADOW_LIMIT - SURVEYED_BYTES)
    return False;
  if (sp < stack.low && stack.low - sp < GROWTH_MAX && sp - REDZONE_BYTES >= stack.floor)
    stack.low = sp;
  else if (sp < stack.low || sp >= stack.high)
    survey(sp);
  return stack.high - sp >= DIRECT_FRAME_BYTES && lowest_tag() >= sp - REDZONE_BYTES;
}

void stack_in_use_set_bounds(void)
{
  const Addr highest = lowest_tag() < stack.high ? lowest_tag() : stack.high;
  direct_state.highest_sp = highest - DIRECT_STACK_MARGIN;
  direct_state.highest_set = direct_state.highest_sp < tool.stack_end() ? direct_state.highest_sp : tool.stack_end();
  direct_state.lowest_sp = stack.floor + REDZONE_BYTES + DIRECT_STACK_MARGIN;
}

void stack_in_use_note(Addr sp)
{
  if (sp < stack.low)
    stack.low = sp;
}

void direct_memory_changed(Addr start, SizeT bytes)
{
  if (start < stack.high && start + bytes > stack.floor)
    direct_stack_changed();
}

void direct_stack_changed(void)
{
  stack.low = stack.high = 0;
}
