/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Slots for small blocks: where they lie, and that their memory comes back. */
#include "memcheck/pure/blocks/slots.h"

#include <string.h>

#include "unit/unit.h"

enum { REGIONS_MAX = 64, REDZONE = 24, KEPT = 20000 };

static struct slots *slots;
static bool is_taken[REGIONS_MAX];
static unsigned regions_max;

/* Nothing is ever read or written there. */
static uint64_t region_start(unsigned number)
{
  return UINT64_C(0x10000000) + (uint64_t)number * 3 * SLOTS_REGION_BYTES;
}

static uint64_t take_region(void)
{
  for (unsigned i = 0; i < regions_max; i++)
    if (!is_taken[i]) {
      is_taken[i] = true;
      return region_start(i);
    }
  return 0;
}

static void give_region_back(uint64_t start)
{
  for (unsigned i = 0; i < regions_max; i++)
    if (region_start(i) == start) {
      ck_assert(is_taken[i]);
      is_taken[i] = false;
      return;
    }
  ck_abort_msg("a region nobody took");
}

static unsigned regions_taken(void)
{
  unsigned count = 0;
  for (unsigned i = 0; i < regions_max; i++)
    count += is_taken[i];
  return count;
}

static void set_up(void)
{
  memset(is_taken, 0, sizeof is_taken);
  regions_max = REGIONS_MAX;
  slots = slots_create(&(struct slots_source){take_region, give_region_back}, REDZONE);
}

static void tear_down(void)
{
  ck_assert(slots_is_valid(slots));
  slots_destroy(slots);
  ck_assert_uint_eq(regions_taken(), 0);
}

static int by_start(const void *a, const void *b)
{
  const uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
  return one < other ? -1 : one > other;
}

START_TEST(blocks_of_every_size_have_room_and_redzones)
{
  uint64_t blocks[SLOTS_SIZE_MAX + 1][2]; /* start, size */
  for (uint64_t size = 0; size <= SLOTS_SIZE_MAX; size++) {
    blocks[size][0] = slots_take(slots, size);
    blocks[size][1] = size;
    ck_assert_uint_ne(blocks[size][0], 0);
    ck_assert_uint_eq(blocks[size][0] % SLOTS_ALIGNMENT, 0);
  }
  qsort(blocks, SLOTS_SIZE_MAX + 1, sizeof blocks[0], by_start);
  for (unsigned i = 0; i < SLOTS_SIZE_MAX; i++)
    ck_assert_uint_le(blocks[i][0] + blocks[i][1] + 2 * REDZONE, blocks[i + 1][0]);
  ck_assert_uint_ge(blocks[0][0], region_start(0) + REDZONE);
}
END_TEST

START_TEST(what_was_given_back_is_used_again)
{
  uint64_t first = slots_take(slots, 100), second = slots_take(slots, 100);
  ck_assert(slots_give_back(slots, first));
  ck_assert_uint_eq(slots_take(slots, 97), first);
  ck_assert_uint_gt(slots_take(slots, 100), second);
}
END_TEST

START_TEST(the_next_slot_is_known_mostly)
{
  ck_assert_uint_eq(slots_next(slots, 100), 0);
  slots_take(slots, 100);
  for (unsigned i = 0, right = 0; i < 100; i++) {
    uint64_t next = slots_next(slots, 100), taken = slots_take(slots, 100);
    ck_assert(next == taken || next == 0);
    right += next == taken;
    ck_assert(i < 99 || right > 90);
  }
}
END_TEST

START_TEST(other_memory_is_not_given_back)
{
  slots_take(slots, 100);
  ck_assert(!slots_give_back(slots, region_start(0) - 16));
  ck_assert(!slots_give_back(slots, region_start(1) + 64));
  ck_assert(!slots_give_back(slots, UINT64_MAX));
}
END_TEST

START_TEST(regions_come_back_when_all_is_given_back)
{
  static uint64_t blocks[KEPT];
  for (unsigned size = 16; size <= 1024; size *= 4) {
    for (unsigned i = 0; i < KEPT; i++)
      blocks[i] = slots_take(slots, size);
    ck_assert_uint_gt(regions_taken(), 1);
    for (unsigned i = 0; i < KEPT; i++)
      ck_assert(slots_give_back(slots, blocks[i]));
    ck_assert(slots_is_valid(slots));
    ck_assert_uint_le(regions_taken(), 5); /* one for each size so far, and one to spare */
  }
}
END_TEST

START_TEST(without_memory_there_is_no_slot)
{
  regions_max = 1;
  uint64_t last = 0, next;
  while ((next = slots_take(slots, SLOTS_SIZE_MAX)) != 0)
    last = next;
  ck_assert(slots_give_back(slots, last));
  ck_assert_uint_eq(slots_take(slots, SLOTS_SIZE_MAX), last);
  ck_assert_uint_eq(slots_take(slots, 1), 0);
}
END_TEST

START_TEST(idle_memory_is_counted)
{
  ck_assert_uint_eq(slots_idle_bytes(slots), 0);
  uint64_t block = slots_take(slots, 100);
  ck_assert_uint_eq(slots_idle_bytes(slots), SLOTS_REGION_BYTES - 112);
  uint64_t count = slots_idle_count(slots);
  ck_assert(slots_give_back(slots, block));
  ck_assert_uint_eq(slots_idle_bytes(slots), SLOTS_REGION_BYTES);
  ck_assert_uint_eq(slots_idle_count(slots), count + 1);
}
END_TEST

static uint32_t random_state = 1;

static uint32_t next_random(uint32_t limit)
{
  random_state = random_state * 1664525 + 1013904223;
  return (random_state >> 8) % limit;
}

START_TEST(random_use_keeps_the_invariants)
{
  static uint64_t blocks[KEPT];
  memset(blocks, 0, sizeof blocks);
  for (unsigned i = 0; i < 400000; i++) {
    uint64_t *block = &blocks[next_random(KEPT)];
    if (*block == 0) {
      *block = slots_take(slots, next_random(8) == 0 ? next_random(SLOTS_SIZE_MAX + 1) : next_random(128));
      ck_assert_uint_ne(*block, 0);
    } else {
      ck_assert(slots_give_back(slots, *block));
      *block = 0;
    }
    if (i % 50000 == 0)
      ck_assert(slots_is_valid(slots));
  }
}
END_TEST

START_TEST(damage_is_found)
{
  ck_assert_uint_ne(slots_take(slots, SLOTS_SIZE_MAX), 0);
  while (regions_taken() == 1)
    slots_take(slots, SLOTS_SIZE_MAX);
  ck_assert(slots_is_valid(slots));
  is_taken[0] = false; /* as if the source gave the same memory twice */
  while (!is_taken[0])
    slots_take(slots, SLOTS_SIZE_MAX);
  ck_assert(!slots_is_valid(slots));
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("slots");
  TCase *tests = tcase_create("slots");
  tcase_add_checked_fixture(tests, set_up, tear_down);
  tcase_add_test(tests, blocks_of_every_size_have_room_and_redzones);
  tcase_add_test(tests, what_was_given_back_is_used_again);
  tcase_add_test(tests, the_next_slot_is_known_mostly);
  tcase_add_test(tests, other_memory_is_not_given_back);
  tcase_add_test(tests, regions_come_back_when_all_is_given_back);
  tcase_add_test(tests, without_memory_there_is_no_slot);
  tcase_add_test(tests, idle_memory_is_counted);
  tcase_add_test(tests, random_use_keeps_the_invariants);
  suite_add_tcase(suite, tests);
  TCase *damaged = tcase_create("damaged");
  tcase_add_checked_fixture(damaged, set_up, NULL);
  tcase_add_test(damaged, damage_is_found);
  suite_add_tcase(suite, damaged);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
