/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The quarantine of freed blocks: who leaves, when, and in which order. */
#include "memcheck/pure/blocks/quarantine.h"

#include "unit/unit.h"

enum { LIMIT = 100, BIG = 50 };

static struct blocks *blocks;
static struct quarantine quarantine;
static uint64_t next_start;

static void set_up(void)
{
  blocks = blocks_create();
  quarantine_init(&quarantine, LIMIT, BIG);
  next_start = 0x1000;
}

static void tear_down(void)
{
  ck_assert(blocks_is_valid(blocks));
  ck_assert(quarantine_is_valid(&quarantine, blocks));
  blocks_destroy(blocks);
}

static block_id add_freed(uint64_t size_bytes)
{
  block_id id = blocks_add(blocks, BLOCK_HEAP, next_start, size_bytes);
  next_start += size_bytes + 32;
  quarantine_add(&quarantine, blocks, id);
  return id;
}

START_TEST(blocks_stay_until_the_limit_is_passed)
{
  block_id first = add_freed(40);
  add_freed(40);
  ck_assert_uint_eq(blocks_at(blocks, first)->state, BLOCK_QUARANTINED);
  add_freed(20);
  ck_assert_uint_eq(quarantine_take_excess(&quarantine, blocks), 0);
  add_freed(1);
  ck_assert_uint_eq(quarantine_take_excess(&quarantine, blocks), first);
  ck_assert_uint_eq(quarantine_take_excess(&quarantine, blocks), 0);
  ck_assert_uint_eq(quarantine.bytes, 61);
}
END_TEST

START_TEST(the_oldest_goes_first)
{
  block_id ids[30];
  for (unsigned i = 0; i < 30; i++)
    ids[i] = add_freed(10);
  for (unsigned i = 0; i < 20; i++)
    ck_assert_uint_eq(quarantine_take_excess(&quarantine, blocks), ids[i]);
  ck_assert_uint_eq(quarantine_take_excess(&quarantine, blocks), 0);
}
END_TEST

START_TEST(big_blocks_go_before_small_ones)
{
  block_id small = add_freed(49);
  block_id big = add_freed(50);
  ck_assert_uint_eq(quarantine_take_excess(&quarantine, blocks), 0);
  block_id other = add_freed(60);
  ck_assert_uint_eq(quarantine_take_excess(&quarantine, blocks), big);
  ck_assert_uint_eq(quarantine_take_excess(&quarantine, blocks), other);
  ck_assert_uint_eq(quarantine_take_excess(&quarantine, blocks), 0);
  ck_assert_uint_eq(quarantine.small.first, small);
}
END_TEST

START_TEST(a_block_larger_than_all_goes_at_once)
{
  block_id big = add_freed(90);
  block_id huge = add_freed(1000);
  ck_assert_uint_eq(quarantine_take_excess(&quarantine, blocks), huge);
  ck_assert_uint_eq(quarantine_take_excess(&quarantine, blocks), 0);
  ck_assert_uint_eq(quarantine.big.first, big);
}
END_TEST

START_TEST(a_limit_of_zero_keeps_nothing_but_empty_blocks)
{
  quarantine_init(&quarantine, 0, BIG);
  block_id id = add_freed(1);
  ck_assert_uint_eq(quarantine_take_excess(&quarantine, blocks), id);
  add_freed(0);
  ck_assert_uint_eq(quarantine_take_excess(&quarantine, blocks), 0);
}
END_TEST

START_TEST(damage_is_found)
{
  block_id id = add_freed(10);
  quarantine.bytes++;
  ck_assert(!quarantine_is_valid(&quarantine, blocks));
  quarantine.bytes--;
  blocks_at(blocks, id)->queue_next = id;
  ck_assert(!quarantine_is_valid(&quarantine, blocks));
  blocks_at(blocks, id)->queue_next = 0;
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("quarantine");
  TCase *tcase = tcase_create("quarantine");
  tcase_add_checked_fixture(tcase, set_up, tear_down);
  tcase_add_test(tcase, blocks_stay_until_the_limit_is_passed);
  tcase_add_test(tcase, the_oldest_goes_first);
  tcase_add_test(tcase, big_blocks_go_before_small_ones);
  tcase_add_test(tcase, a_block_larger_than_all_goes_at_once);
  tcase_add_test(tcase, a_limit_of_zero_keeps_nothing_but_empty_blocks);
  tcase_add_test(tcase, damage_is_found);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
