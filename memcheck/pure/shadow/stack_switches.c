/* SPDX-License-Identifier: GPL-2.0-or-later */
/* In this order:
 *
 * 1. Who comes to where a stack was left, and finds there what lay there, goes on with that stack. 2. On the way up, a
 * stack ends where it is known to end. In between there may be other ones, in arrays or where there was a larger one
 *    before, so a long way up has to lead to a caller's frame, to the function's own, or to where room was made for a
 *    variable.
 * 3. On the way down a stack makes room, as a rule in memory that may not be touched yet. Where it may be (a new
 * stack's), it is
 *    another stack if somebody has put something there.
 *
 * In doubt it is another stack: then no state of memory is changed, so that no error is reported that is none. */
#include "memcheck/pure/shadow/stack_switches.h"

#include "memcheck/pure/base/env.h"
#include "memcheck/pure/base/redzone.h"

#include <stddef.h>

/* left.sp <= high. While a thread is on it, `left` is that of the last time, or where it was entered. */
struct area {
  uint64_t start, high;
  struct stack_left left;
};

struct stack_switches {
  struct area *areas; /* by address */
  uint64_t count, room;
};

struct stack_switches *stack_switches_create(void)
{
  struct stack_switches *const switches = env_allocate("stack_switches", sizeof *switches);
  *switches = (struct stack_switches){NULL, 0, 0};
  return switches;
}

void stack_switches_destroy(struct stack_switches *switches)
{
  env_free(switches->areas);
  env_free(switches);
}

uint64_t stack_switches_count(const struct stack_switches *switches)
{
  return switches->count;
}

/* --- areas --- */

/* The first that does not end below. */
static uint64_t find_place(const struct stack_switches *switches, uint64_t address)
{
  uint64_t low = 0, high = switches->count;
  while (low < high) {
    const uint64_t middle = low + (high - low) / 2;
    if (switches->areas[middle].high < address)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void remove_some(struct stack_switches *switches, uint64_t first, uint64_t end)
{
  if (first == end)
    return;
  memmove(&switches->areas[first], &switches->areas[end], (switches->count - end) * sizeof *switches->areas);
  switches->count -= end - first;
}

static void make_room(struct stack_switches *switches)
{
  enum { ROOM_MIN = 32 };
  if (switches->count < switches->room)
    return;
  switches->room = switches->room == 0 ? ROOM_MIN : 2 * switches->room;
  struct area *const areas = env_allocate("stack_switches", switches->room * sizeof *areas);
  if (switches->count > 0)
    memcpy(areas, switches->areas, switches->count * sizeof *areas);
  env_free(switches->areas);
  switches->areas = areas;
}

/* Instead of all that it overlaps. */
static void put_area(struct stack_switches *switches, const struct area *area)
{
  const uint64_t first = find_place(switches, area->left.sp);
  uint64_t end = first;
  while (end < switches->count && switches->areas[end].left.sp <= area->high)
    end++;
  if (first < end) {
    switches->areas[first] = *area;
    remove_some(switches, first + 1, end);
    return;
  }
  make_room(switches);
  memmove(&switches->areas[first + 1], &switches->areas[first], (switches->count - first) * sizeof *switches->areas);
  switches->areas[first] = *area;
  switches->count++;
}

void stack_switches_forget(struct stack_switches *switches, uint64_t start, uint64_t end)
{
  const uint64_t first = find_place(switches, start + 1);
  uint64_t last = first;
  while (last < switches->count && switches->areas[last].left.sp < end)
    last++;
  remove_some(switches, first, last);
}

/* --- leaving and coming back --- */

static struct stack_left left_at(const struct stack_memory *memory, uint64_t sp)
{
  struct stack_left left = {.sp = sp};
  for (unsigned i = 0; i < 2; i++)
    left.words[i] = memory->word(memory->context, sp + 8 * i);
  return left;
}

/* Functions that save the stack pointer as it will be when they have returned are in between by a few words. */
enum { BELOW = 8, ABOVE = 64 };

static bool comes_back(const struct stack_left *left, uint64_t to, const struct stack_memory *memory)
{
  if (to - left->sp + BELOW > BELOW + ABOVE)
    return false;
  for (unsigned i = 0; i < 2; i++)
    if (left->words[i] != memory->word(memory->context, left->sp + 8 * i))
      return false;
  return true;
}

/* The area that was left there; NULL: none was. */
static const struct area *find_left(const struct stack_switches *switches, uint64_t to,
                                    const struct stack_memory *memory)
{
  for (uint64_t i = find_place(switches, to - ABOVE); i < switches->count && switches->areas[i].left.sp <= to + BELOW;
       i++)
    if (comes_back(&switches->areas[i].left, to, memory))
      return &switches->areas[i];
  return NULL;
}

static void leave(struct stack_switches *switches, struct stack_running *running, uint64_t from,
                  const struct stack_memory *memory)
{
  struct area area = {.start = running->start, .high = running->high, .left = left_at(memory, from)};
  if (running->is_home) {
    running->home = area.left;
    return;
  }
  area.left.given_up = memory->hand_back(memory->context, running->start, from);
  put_area(switches, &area);
}

static void go_home(struct stack_running *running)
{
  running->is_home = true;
  running->high = running->home_high;
}

static void enter(struct stack_running *running, const struct area *area)
{
  running->is_home = false;
  running->high = area->high;
  running->start = area->start;
}

/* What was left of home lies above where it was left. */
static bool is_at_home(const struct stack_running *running, uint64_t sp)
{
  return running->home.sp != 0 && sp > running->home.sp && sp <= running->home_high;
}

/* An area that nobody is known to have left there. At home it is in an array, or home itself, which was gone back to
 * elsewhere. */
static void enter_new(struct stack_switches *switches, struct stack_running *running, uint64_t to,
                      const struct stack_memory *memory)
{
  struct area area = {
    .start = memory->start_around(memory->context, to), .high = to, .left = {.sp = to, .given_up = to}};
  if (is_at_home(running, to) && area.start < running->home.sp)
    area.start = running->home.sp;
  put_area(switches, &area);
  enter(running, &area);
}

static bool goes_back(struct stack_switches *switches, struct stack_running *running, uint64_t from, uint64_t to,
                      const struct stack_memory *memory)
{
  const struct area *const found = find_left(switches, to, memory);
  if (found && (running->is_home || found->high != running->high)) {
    const struct area area = *found;
    leave(switches, running, from, memory);
    memory->take_back(memory->context, area.left.given_up, to);
    enter(running, &area);
    return true;
  }
  if (running->is_home || !comes_back(&running->home, to, memory))
    return false;
  leave(switches, running, from, memory);
  go_home(running);
  return true;
}

/* --- going --- */

void stack_switches_begin(struct stack_running *running, uint64_t high)
{
  *running = (struct stack_running){.high = high, .is_home = true, .home_high = high};
}

static void raise_end(struct stack_switches *switches, struct stack_running *running, uint64_t high)
{
  struct area area = {.start = running->start, .high = high, .left = {.sp = running->high, .given_up = running->high}};
  const uint64_t place = find_place(switches, running->high);
  if (place < switches->count && switches->areas[place].high == running->high)
    area.left = switches->areas[place].left;
  put_area(switches, &area);
  running->high = high;
}

/* Returns from what was entered in the middle lead above where that was. */
void stack_switches_note(struct stack_switches *switches, struct stack_running *running, uint64_t sp,
                         const struct stack_memory *memory)
{
  enum { FAR = 1 << 16 };
  if (sp <= running->high)
    return;
  if (sp - running->high > FAR)
    enter_new(switches, running, sp, memory);
  else if (running->is_home)
    running->high = running->home_high = sp;
  else
    raise_end(switches, running, sp);
}

void stack_switches_made_room(struct stack_running *running, uint64_t from)
{
  running->rooms[running->rooms_made++ % STACK_ROOMS] = from;
}

static bool gives_room_back(const struct stack_running *running, uint64_t to)
{
  for (unsigned i = 0; i < STACK_ROOMS; i++)
    if (running->rooms[i] == to)
      return true;
  return false;
}

static bool is_up_on_same(const struct stack_running *running, uint64_t from, uint64_t to, bool by_frame,
                          const struct stack_memory *memory)
{
  if (to - from < STACK_NEAR_BYTES)
    return to <= running->high + STACK_ENTRY_BYTES;
  return to <= running->high + (running->is_home ? 0 : STACK_ENTRY_BYTES) &&
         (by_frame || gives_room_back(running, to) || memory->is_caller(memory->context, to));
}

/* Where memory may be touched, room is made as far as nobody has used it. */
static bool is_down_on_same(uint64_t from, uint64_t to, const struct stack_memory *memory)
{
  enum { ROOM_MAX = 1 << 16 };
  void *const context = memory->context;
  if (from - to < STACK_NEAR_BYTES)
    return true;
  if (!memory->is_addressable(context, to) && !memory->is_addressable(context, to - 8))
    return true;
  return from - to <= ROOM_MAX && memory->is_connected(context, to, from) &&
         !memory->is_used(context, to, from - REDZONE_BYTES);
}

bool stack_switches_go(struct stack_switches *switches, struct stack_running *running, uint64_t from, uint64_t to,
                       bool by_frame, const struct stack_memory *memory)
{
  stack_switches_note(switches, running, from, memory);
  if (goes_back(switches, running, from, to, memory))
    return true;
  if (to >= from ? is_up_on_same(running, from, to, by_frame, memory) : is_down_on_same(from, to, memory))
    return false;
  leave(switches, running, from, memory);
  enter_new(switches, running, to, memory);
  return true;
}

void stack_switches_come_back(struct stack_switches *switches, struct stack_running *running, uint64_t to)
{
  const uint64_t place = find_place(switches, to);
  if (place < switches->count && switches->areas[place].left.sp <= to)
    enter(running, &switches->areas[place]);
  else
    go_home(running);
}
