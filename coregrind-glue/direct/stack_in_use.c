/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Direct code moves the stack pointer and stores by it without a look at A bits. It may, as long as the memory above is
 * all addressable, and that below, into which the stack grows, is not, so that its V bits are set. Both is looked for
 * here when a stack is first used, and again when something else has happened to its memory.
 *
 * A program may go from one stack to another all the time (coroutines). So what was found is kept for some stacks,
 * which are known by where they end; and at first it is not looked far, but twice as far each time that was not
 * enough. */
#include "coregrind-glue/direct/direct_private.h"

#include "coregrind-glue/tool.h"
#include "memcheck/pure/base/redzone.h"

#include "pub_tool_aspacemgr.h"

enum { SURVEYED_FIRST = 2 << 10, SURVEYED_MAX = 1 << 20, GROWTH_MAX = 64 << 10, LOWEST_STACK = 64 << 10, KEPT = 4 };
/* Where less than that is left up to what was not looked at, it is looked farther. */
enum { ENOUGH = 2 * DIRECT_STACK_MARGIN };

static struct stack {
  Addr end;       /* by which it is known */
  Addr left;      /* its stack pointer when it was left */
  Addr low, high; /* a stack pointer in between has no hole of unaddressable memory above it up to `high` */
  Addr floor;     /* nothing is addressable from there to the red zone */
  SizeT surveyed; /* so far it was looked last; 0: it was not */
  Bool has_hole, has_floor; /* at `high` and `floor`; else it was not looked farther */
} kept[KEPT], *stack = kept; /* the one in use */

static void survey(Addr sp, SizeT bytes)
{
  const Addr below = sp - REDZONE_BYTES;
  uint64_t hole;
  stack->surveyed = bytes;
  stack->has_hole = shadow_find_unaddressable(tool.shadow(), sp, bytes, &hole);
  stack->low = sp;
  stack->high = stack->has_hole ? hole : sp + bytes;
  stack->floor = shadow_last_addressable(tool.shadow(), below - bytes, below);
  stack->has_floor = stack->floor > below - bytes;
}

static ULong lowest_tag(void)
{
  return direct_policy.lowest_stack_tag ? *direct_policy.lowest_stack_tag : ~0ULL;
}

/* Up or down from there it was not looked far enough. */
static Bool is_near_edge(Addr sp)
{
  return (!stack->has_hole && sp + ENOUGH > stack->high) ||
         (!stack->has_floor && sp - REDZONE_BYTES < stack->floor + ENOUGH);
}

static Bool is_covered(Addr sp)
{
  if (sp >= stack->high || sp - REDZONE_BYTES < stack->floor || sp + GROWTH_MAX <= stack->low)
    return False;
  if (sp < stack->low)
    stack->low = sp;
  return True;
}

static void look(Addr sp)
{
  if (stack->surveyed == 0)
    survey(sp, SURVEYED_FIRST);
  else if (is_near_edge(sp) && stack->surveyed < SURVEYED_MAX)
    survey(sp, 2 * stack->surveyed);
  else if (!is_covered(sp))
    survey(sp, stack->surveyed);
}

Bool stack_in_use_is_usual(Addr sp)
{
  if (direct_counts())
    return True;
  if (sp % SHADOW_GRANULE_BYTES != 0 || sp < LOWEST_STACK + SURVEYED_MAX || sp >= SHADOW_LIMIT - SURVEYED_MAX)
    return False;
  look(sp);
  return stack->high - sp >= DIRECT_FRAME_BYTES && lowest_tag() >= sp - REDZONE_BYTES;
}

static Addr least(Addr a, Addr b)
{
  return a < b ? a : b;
}

/* A hole may lie behind a frame that is stored to without a look; a tag matters once the stack pointer is above it. */
void stack_in_use_set_bounds(void)
{
  direct_state.probe_start = ~(Addr)0;
  if (direct_counts())
    return;
  const Addr hole = stack->high - DIRECT_STACK_MARGIN, end = tool.stack_end();
  direct_state.highest_sp = least(lowest_tag() - DIRECT_STACK_MARGIN, hole);
  direct_state.highest_set = least(direct_state.highest_sp, end);
  direct_state.highest_set_near = least(end, least(lowest_tag() - DIRECT_NEAR_SET, hole));
  for (UInt i = 0; i < DIRECT_NEAR_POWERS; i++)
    direct_state.highest_near[i] = least(lowest_tag() - (DIRECT_WORD << i), hole);
  direct_state.lowest_sp = stack->floor + REDZONE_BYTES + DIRECT_STACK_MARGIN;
  for (UInt i = 0; i <= DIRECT_NEAR_WORDS; i++)
    direct_state.lowest_near[i] = stack->floor + REDZONE_BYTES + i * DIRECT_WORD;
}

/* Mappings change while direct code is left or a request made. */
void stack_in_use_probe(VexGuestAMD64State *state)
{
  const Addr address = direct_state.store_address, sp = state->guest_RSP;
  const NSegment *const segment = VG_(am_find_nsegment)(address);
  if (!segment || segment->start > sp || sp > segment->end ||
      shadow_last_addressable(tool.shadow(), address, address + DIRECT_WORD) > address) {
    direct_state.resume = direct_state.store_leave;
    return;
  }
  direct_state.probe_start = segment->start;
  direct_state.probe_last = segment->end;
}

void stack_in_use_note(Addr sp)
{
  if (sp < stack->low && stack->surveyed > 0)
    stack->low = sp;
}

/* As long as nothing was looked for, all is low. */
void direct_memory_changed(Addr start, SizeT bytes)
{
  for (UInt i = 0; i < KEPT; i++)
    if (start < kept[i].high && start + bytes > kept[i].floor)
      kept[i].surveyed = kept[i].high = 0;
}

/* It has the stack pointer with which it was left, or that after a return from there. */
static Bool goes_on(const struct stack *known, Addr sp)
{
  enum { BELOW = 8, ABOVE = 64 };
  return known->surveyed > 0 && sp - known->left + BELOW <= BELOW + ABOVE;
}

/* The slot of the stack that ends there; else the one that was replaced longest ago. */
static struct stack *slot_of(Addr end)
{
  static UInt next;
  for (UInt i = 0; i < KEPT; i++)
    if (kept[i].end == end)
      return &kept[i];
  return &kept[next++ % KEPT];
}

void direct_stack_changed(Addr from, Addr to)
{
  const Addr end = tool.stack_end();
  stack->left = from;
  stack = slot_of(end);
  if (stack->end != end || !goes_on(stack, to))
    *stack = (struct stack){.end = end};
}
