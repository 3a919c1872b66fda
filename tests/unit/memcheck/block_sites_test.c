/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counters of allocation sites, and what of them has changed. */
#include "memcheck/pure/blocks/block_sites.h"

#include "unit/unit.h"

enum { TAKEN_MAX = 64 };

static struct sites *sites;
static uint64_t ids[TAKEN_MAX], bytes[TAKEN_MAX], blocks[TAKEN_MAX];

static void set_up(void)
{
  sites = block_sites_create();
}

static void tear_down(void)
{
  ck_assert(block_sites_is_valid(sites));
  block_sites_destroy(sites);
}

static size_t take(void)
{
  return block_sites_take_changed(sites, TAKEN_MAX, ids, bytes, blocks);
}

static struct site_totals totals_of(uint32_t id)
{
  struct site_totals totals;
  ck_assert(block_sites_totals(sites, id, &totals));
  return totals;
}

START_TEST(blocks_are_added_up_by_stack)
{
  block_sites_add(sites, 7, 100, 1);
  block_sites_add(sites, 7, 50, 2);
  block_sites_add(sites, 0, 8, 3);
  struct site_totals totals = totals_of(7);
  ck_assert_uint_eq(totals.total_bytes, 150);
  ck_assert_uint_eq(totals.live_blocks, 2);
  ck_assert_uint_eq(totals.first_allocation, 1);
  ck_assert_uint_eq(totals.last_allocation, 2);
  ck_assert_uint_eq(block_sites_live_bytes(sites), 158);
  ck_assert_uint_eq(totals_of(0).live_bytes, 8);
  ck_assert(!block_sites_totals(sites, 6, &totals));
  ck_assert(!block_sites_totals(sites, 4000000000u, &totals));
}
END_TEST

START_TEST(a_site_has_a_peak_of_its_own)
{
  block_sites_add(sites, 1, 100, 1);
  block_sites_add(sites, 1, 30, 2);
  block_sites_remove(sites, 1, 100, 1, 2);
  block_sites_add(sites, 1, 20, 3);
  block_sites_add(sites, 2, 5000, 4);
  ck_assert_uint_eq(totals_of(1).peak_bytes, 130);
  ck_assert_uint_eq(totals_of(1).peak_blocks, 2);
  ck_assert_uint_eq(totals_of(2).peak_bytes, 5000);
  ck_assert_uint_eq(totals_of(2).peak_blocks, 1);
}
END_TEST

START_TEST(lifetimes_are_of_freed_blocks)
{
  block_sites_add(sites, 1, 10, 1);
  block_sites_add(sites, 1, 20, 2);
  block_sites_add(sites, 1, 40, 3);
  block_sites_remove(sites, 1, 20, 2, 5);
  block_sites_remove(sites, 1, 40, 3, 3 + BLOCK_SITES_SHORT_ALLOCATIONS);
  struct site_totals totals = totals_of(1);
  ck_assert_uint_eq(totals.freed_lifetimes, 3 + BLOCK_SITES_SHORT_ALLOCATIONS);
  ck_assert_uint_eq(totals.short_blocks, 1);
  ck_assert_uint_eq(totals.short_bytes, 20);
  block_sites_undo_remove(sites, 1, 20, 2, 5);
  totals = totals_of(1);
  ck_assert_uint_eq(totals.short_blocks, 0);
  ck_assert_uint_eq(totals.live_bytes, 30);
}
END_TEST

START_TEST(only_what_has_changed_is_taken)
{
  block_sites_add(sites, 3, 10, 1);
  block_sites_add(sites, 5, 20, 2);
  ck_assert_uint_eq(take(), 2);
  ck_assert_uint_eq(take(), 0);
  block_sites_add(sites, 5, 1, 3);
  block_sites_add(sites, 3, 1, 4);
  block_sites_remove(sites, 3, 1, 4, 4); /* as it was */
  ck_assert_uint_eq(take(), 1);
  ck_assert_uint_eq(ids[0], 5);
  ck_assert_uint_eq(bytes[0], 21);
  ck_assert_uint_eq(blocks[0], 2);
  block_sites_remove(sites, 3, 10, 1, 9);
  ck_assert_uint_eq(take(), 1);
  ck_assert_uint_eq(bytes[0] + blocks[0], 0);
}
END_TEST

START_TEST(changes_may_be_taken_piece_by_piece)
{
  for (uint32_t id = 1; id <= 10; id++)
    block_sites_add(sites, id * 5000, 1, id);
  ck_assert_uint_eq(block_sites_take_changed(sites, 4, ids, bytes, blocks), 4);
  ck_assert_uint_eq(block_sites_take_changed(sites, 4, ids, bytes, blocks), 4);
  ck_assert_uint_eq(block_sites_take_changed(sites, 4, ids, bytes, blocks), 2);
}
END_TEST

START_TEST(a_new_listener_gets_all_that_lives)
{
  block_sites_add(sites, 1, 10, 1);
  block_sites_add(sites, 2, 20, 2);
  block_sites_remove(sites, 2, 20, 2, 2);
  take();
  block_sites_add(sites, 3, 30, 3);
  block_sites_forget_taken(sites);
  ck_assert_uint_eq(take(), 2);
}
END_TEST

START_TEST(blocks_change_their_size)
{
  block_sites_add(sites, 1, 10, 1);
  block_sites_resize(sites, 1, 10, 100);
  block_sites_resize(sites, 1, 100, 1);
  struct site_totals totals = totals_of(1);
  ck_assert_uint_eq(totals.total_bytes, 100);
  ck_assert_uint_eq(totals.total_blocks, 1);
  ck_assert_uint_eq(totals.peak_bytes, 100);
  ck_assert_uint_eq(totals.live_bytes, 1);
}
END_TEST

START_TEST(accesses_are_counted_by_stack)
{
  block_sites_add(sites, 70000, 100, 1);
  block_sites_add(sites, 1, 8, 2);
  block_sites_accesses(sites, 70000)->read_bytes += 10;
  block_sites_accesses(sites, 70000)->touched_bytes += 3;
  ck_assert_uint_eq(totals_of(70000).accesses.read_bytes, 10);
  ck_assert_uint_eq(totals_of(70000).accesses.touched_bytes, 3);
  ck_assert_uint_eq(totals_of(1).accesses.read_bytes, 0);
}
END_TEST

START_TEST(frees_are_counted_by_their_own_stacks)
{
  block_sites_add(sites, 1, 100, 1);
  ck_assert_uint_eq(block_sites_frees(sites, 70000).blocks, 0);
  block_sites_remove(sites, 1, 100, 1, 1);
  block_sites_note_freed(sites, 70000, 100);
  block_sites_note_freed(sites, 70000, 37);
  ck_assert_uint_eq(block_sites_frees(sites, 70000).bytes, 137);
  ck_assert_uint_eq(block_sites_frees(sites, 70000).blocks, 2);
  ck_assert_uint_eq(block_sites_frees(sites, 1).bytes, 0);
  ck_assert_uint_eq(block_sites_limit(sites), 70001);
  struct site_totals totals;
  ck_assert(!block_sites_totals(sites, 70000, &totals));
}
END_TEST

START_TEST(damage_is_found)
{
  block_sites_add(sites, 7, 100, 1);
  block_sites_remove(sites, 7, 100, 1, 2);
  block_sites_remove(sites, 7, 100, 1, 2);
  ck_assert(!block_sites_is_valid(sites));
  block_sites_undo_remove(sites, 7, 100, 1, 2);
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("heap sites");
  TCase *tests = tcase_create("heap sites");
  tcase_add_checked_fixture(tests, set_up, tear_down);
  tcase_add_test(tests, blocks_are_added_up_by_stack);
  tcase_add_test(tests, a_site_has_a_peak_of_its_own);
  tcase_add_test(tests, lifetimes_are_of_freed_blocks);
  tcase_add_test(tests, only_what_has_changed_is_taken);
  tcase_add_test(tests, changes_may_be_taken_piece_by_piece);
  tcase_add_test(tests, a_new_listener_gets_all_that_lives);
  tcase_add_test(tests, blocks_change_their_size);
  tcase_add_test(tests, accesses_are_counted_by_stack);
  tcase_add_test(tests, frees_are_counted_by_their_own_stacks);
  tcase_add_test(tests, damage_is_found);
  suite_add_tcase(suite, tests);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
