/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which moves of the stack pointer are changes of stacks: the cases of each rule, and a random program with many
 * coroutines. */
#include "memcheck/pure/shadow/stack_switches.h"

#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

enum { MEMORY_BYTES = 1 << 20, WORDS = MEMORY_BYTES / 8 };

static const uint64_t base = 0x100000, home = 0x1fff000000;

/* What the memory are answered by. */
static struct {
  uint64_t words[WORDS];
  uint64_t closed_start, closed_end; /* may not be touched */
  uint64_t cut;                      /* nothing is connected across; 0: there is none */
  uint64_t caller;                   /* the stack pointer of one */
} machine;

static struct stack_switches *switches;
static struct stack_running running;

static uint64_t *word_of(uint64_t address)
{
  return address - base < MEMORY_BYTES ? &machine.words[(address - base) / 8] : NULL;
}

static bool is_addressable(void *context, uint64_t address)
{
  ck_assert_ptr_eq(context, &machine);
  return address < machine.closed_start || address >= machine.closed_end;
}

static bool is_connected(void *context, uint64_t low, uint64_t high)
{
  return machine.cut == 0 || high < machine.cut || low >= machine.cut;
}

static bool is_used(void *context, uint64_t low, uint64_t high)
{
  for (uint64_t at = low; at < high; at += 8)
    if (word_of(at) && *word_of(at) != 0)
      return true;
  return false;
}

static bool is_caller(void *context, uint64_t address)
{
  return address == machine.caller;
}

static uint64_t word(void *context, uint64_t address)
{
  return word_of(address) ? *word_of(address) : 0;
}

static uint64_t start_around(void *context, uint64_t address)
{
  return base;
}

static uint64_t hand_back(void *context, uint64_t start, uint64_t sp)
{
  ck_assert(start == base || (start < home && start > home - 0x10000));
  return sp - 0x200;
}

/* Exactly that. */
static void take_back(void *context, uint64_t start, uint64_t sp)
{
  ck_assert_msg(sp - start - 0x200 <= 8, "from %lx for %lx", start, sp);
}

static const struct stack_memory memory = {&machine, is_addressable, is_connected, is_used,
                                           is_caller, word, start_around, hand_back, take_back};

static void set_up(void)
{
  memset(&machine, 0, sizeof machine);
  switches = stack_switches_create();
  stack_switches_begin(&running, home);
}

static void tear_down(void)
{
  stack_switches_destroy(switches);
}

static bool goes(uint64_t from, uint64_t to)
{
  return stack_switches_go(switches, &running, from, to, false, &memory);
}

/* A stack that ends there, ready to be begun; where its stack pointer is then. */
static uint64_t prepare(uint64_t end)
{
  *word_of(end - 64) = 0x401000;
  return end - 64;
}

START_TEST(a_prepared_stack_is_another_one_near_and_far)
{
  const uint64_t first = prepare(base + 0x10000), above = prepare(base + 0x11000), below = prepare(base + 0xf000);
  ck_assert(goes(home - 0x200, first));
  ck_assert(!running.is_home);
  ck_assert(goes(first - 0x100, above));
  ck_assert(goes(above - 0x100, below));
  ck_assert_uint_eq(stack_switches_count(switches), 3);
}
END_TEST

START_TEST(a_stack_goes_on_where_it_was_left)
{
  const uint64_t first = prepare(base + 0x10000), second = prepare(base + 0x20000);
  ck_assert(goes(home - 0x5000, first));
  ck_assert(goes(first - 0x2000, second));
  ck_assert(goes(second - 0x100, first - 0x2000 + 8)); /* as it will be after the return */
  machine.caller = first - 0x40;
  ck_assert(!goes(first - 0x2000, first - 0x40));      /* far up on the same one */
  ck_assert(goes(first - 0x80, home - 0x5000));
  ck_assert(running.is_home);
  ck_assert_uint_eq(running.high, home);
}
END_TEST

START_TEST(a_stack_that_was_overwritten_is_not_the_one_that_was_left)
{
  const uint64_t large = prepare(base + 0x20000), place = large - 0x8000;
  ck_assert(goes(home - 0x100, large));
  *word_of(place) = 1;
  ck_assert(goes(place, home - 0x100));
  *word_of(place) = 2; /* another stack has been made of its memory, which happens to begin there */
  ck_assert(goes(home - 0x100, place));
  ck_assert(goes(place - 0x100, prepare(large - 0x1000)));
}
END_TEST

START_TEST(a_jump_up_at_home_leads_to_a_caller)
{
  machine.caller = home - 0x400;
  ck_assert(!goes(home - 0x9000, home - 0x400));
  ck_assert(goes(home - 0x9000, home - 0x4000)); /* an array */
  ck_assert(goes(home - 0x4100, home - 0x9000));
  ck_assert(running.is_home);
}
END_TEST

START_TEST(room_is_given_back)
{
  stack_switches_made_room(&running, home - 0x400);
  ck_assert(!goes(home - 0x9000, home - 0x400));
  ck_assert(!stack_switches_go(switches, &running, home - 0x9000, home - 0x3000, true, &memory));
}
END_TEST

START_TEST(a_stack_grows_where_nothing_may_be_touched)
{
  machine.closed_start = home - 0x100000;
  machine.closed_end = home - 0x1000;
  ck_assert(!goes(home - 0x1000 + 0x80, home - 0x40000));
}
END_TEST

START_TEST(a_new_stack_grows_where_nobody_has_put_anything)
{
  const uint64_t first = prepare(base + 0x80000);
  ck_assert(goes(home - 0x100, first));
  ck_assert(!goes(first - 0x100, first - 0x9100));
  machine.cut = base + 0x60000;
  ck_assert(goes(first - 0x9100, base + 0x60000 - 0x1000)); /* another mapping */
}
END_TEST

START_TEST(a_new_stack_inside_an_old_one_takes_its_place)
{
  const uint64_t large = prepare(base + 0x20000);
  ck_assert(goes(home - 0x100, large));
  ck_assert(goes(large - 0x8000, home - 0x100));
  const uint64_t inside = prepare(large - 0x4000), above = prepare(large - 0x2000);
  ck_assert(goes(home - 0x100, inside));
  ck_assert_uint_eq(running.high, inside);
  ck_assert(goes(inside - 0x100, above));
  ck_assert(goes(above - 0x100, inside - 0x100));
  ck_assert_uint_eq(stack_switches_count(switches), 2);
}
END_TEST

START_TEST(memory_that_is_given_back_is_no_stack)
{
  const uint64_t first = prepare(base + 0x10000), second = prepare(base + 0x20000);
  ck_assert(goes(home - 0x100, first));
  ck_assert(goes(first - 0x100, second));
  stack_switches_forget(switches, base + 0x10000, base + 0x10100);
  ck_assert_uint_eq(stack_switches_count(switches), 2);
  stack_switches_forget(switches, base, base + 0x10000);
  ck_assert_uint_eq(stack_switches_count(switches), 1);
}
END_TEST

START_TEST(returns_lead_above_where_a_stack_was_entered)
{
  ck_assert(goes(home - 0x5000, prepare(base + 0x10000)));
  stack_switches_note(switches, &running, base + 0x10200, &memory);
  ck_assert_uint_eq(running.high, base + 0x10200);
  ck_assert_uint_eq(stack_switches_count(switches), 1);
  machine.caller = base + 0x10200;
  ck_assert(!goes(base + 0xf000, base + 0x10200));
}
END_TEST

START_TEST(signals_come_back)
{
  const uint64_t first = prepare(base + 0x10000);
  ck_assert(goes(home - 0x5000, first));
  ck_assert(goes(first - 0x3000, home - 0x5000));
  stack_switches_come_back(switches, &running, first - 0x1000);
  ck_assert(!running.is_home);
  ck_assert_uint_eq(running.high, first);
  stack_switches_come_back(switches, &running, home - 0x100);
  ck_assert(running.is_home);
}
END_TEST

/* Each coroutine keeps a word at its stack pointer, by which it is recognised. */
START_TEST(many_coroutines_come_and_go)
{
  enum { COUNT = 100, BYTES = MEMORY_BYTES / COUNT / 16 * 16, TURNS = 50000 };
  uint64_t sps[COUNT], home_sp = home - 0x1000, next_word = 1;
  int current = -1;
  srand(1);
  for (unsigned i = 0; i < COUNT; i++)
    sps[i] = prepare(base + (i + 1) * BYTES);
  for (unsigned i = 0; i < TURNS; i++) {
    const int next = rand() % 8 == 0 ? -1 : rand() % COUNT;
    if (next == current)
      continue;
    uint64_t *const from = current < 0 ? &home_sp : &sps[current];
    const uint64_t end = current < 0 ? home : base + ((uint64_t)current + 1) * BYTES;
    *from = end - 64 - 16 * (uint64_t)(rand() % 500);
    if (current >= 0)
      *word_of(*from) = next_word++;
    ck_assert_msg(goes(*from, next < 0 ? home_sp : sps[next]), "turn %u from %d to %d", i, current, next);
    ck_assert(running.is_home == (next < 0));
    current = next;
    if (current >= 0 && rand() % 3 == 0) {
      machine.caller = sps[current] - 0x20;
      ck_assert(!goes(sps[current] - 0x800, sps[current] - 0x20));
    }
  }
  ck_assert_uint_le(stack_switches_count(switches), COUNT);
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("stack_switches");
  TCase *tcase = tcase_create("stack_switches");
  tcase_add_checked_fixture(tcase, set_up, tear_down);
  tcase_add_test(tcase, a_prepared_stack_is_another_one_near_and_far);
  tcase_add_test(tcase, a_stack_goes_on_where_it_was_left);
  tcase_add_test(tcase, a_stack_that_was_overwritten_is_not_the_one_that_was_left);
  tcase_add_test(tcase, a_jump_up_at_home_leads_to_a_caller);
  tcase_add_test(tcase, room_is_given_back);
  tcase_add_test(tcase, a_stack_grows_where_nothing_may_be_touched);
  tcase_add_test(tcase, a_new_stack_grows_where_nobody_has_put_anything);
  tcase_add_test(tcase, a_new_stack_inside_an_old_one_takes_its_place);
  tcase_add_test(tcase, memory_that_is_given_back_is_no_stack);
  tcase_add_test(tcase, returns_lead_above_where_a_stack_was_entered);
  tcase_add_test(tcase, signals_come_back);
  tcase_add_test(tcase, many_coroutines_come_and_go);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
