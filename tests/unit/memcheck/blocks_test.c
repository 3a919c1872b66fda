/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of blocks, against a plain array. */
#include "memcheck/pure/blocks/blocks.h"

#include <signal.h>

#include "memcheck/pure/blocks/blocks_layout.h"
#include "unit/unit.h"

static struct blocks *blocks;

static void set_up(void)
{
  blocks = blocks_create();
}

static void tear_down(void)
{
  ck_assert(blocks_is_valid(blocks));
  blocks_destroy(blocks);
}

static block_id add_quarantined(uint64_t start, uint64_t size_bytes)
{
  block_id id = blocks_add(blocks, BLOCK_HEAP, start, size_bytes);
  blocks_at(blocks, id)->state = BLOCK_QUARANTINED;
  return id;
}

/* Live ones preferred, then anything in quarantine. */
static block_id find_containing(uint64_t address, uint64_t slop_bytes)
{
  block_id live = blocks_find_containing_kinds(blocks, address, slop_bytes, BLOCK_LIVE, BLOCK_KINDS_FREEABLE);
  return live ? live : blocks_find_containing_kinds(blocks, address, slop_bytes, BLOCK_QUARANTINED, BLOCK_KINDS_ALL);
}

START_TEST(an_entry_is_small)
{
  ck_assert_uint_le(sizeof(struct block), 48);
}
END_TEST

START_TEST(a_block_is_found_by_its_start_only)
{
  block_id id = blocks_add(blocks, BLOCK_HEAP, 0x4a00040, 100);
  ck_assert_uint_ne(id, 0);
  ck_assert_uint_eq(blocks_find(blocks, 0x4a00040), id);
  ck_assert_uint_eq(blocks_find(blocks, 0x4a00041), 0);
  ck_assert_uint_eq(blocks_find(blocks, 0x4a0003f), 0);
  ck_assert_uint_eq(blocks_find(blocks, 0), 0);
  ck_assert_uint_eq(blocks_find(blocks, UINT64_MAX), 0);
  ck_assert_uint_eq(blocks_at(blocks, id)->size_bytes, 100);
  ck_assert_uint_eq(blocks_at(blocks, id)->state, BLOCK_LIVE);
  blocks_remove(blocks, id);
  ck_assert_uint_eq(blocks_find(blocks, 0x4a00040), 0);
}
END_TEST

START_TEST(blocks_of_one_granule_are_told_apart)
{
  block_id ids[64];
  for (unsigned i = 0; i < 64; i++)
    ids[i] = blocks_add(blocks, BLOCK_CUSTOM, 0x1000 + i, 1);
  for (unsigned i = 0; i < 64; i += 2)
    blocks_remove(blocks, ids[i]);
  for (unsigned i = 0; i < 64; i++)
    ck_assert_uint_eq(blocks_find(blocks, 0x1000 + i), i % 2 ? ids[i] : 0);
}
END_TEST

START_TEST(a_live_block_hides_a_quarantined_one)
{
  block_id live = blocks_add(blocks, BLOCK_HEAP, 0x5000, 10);
  block_id old = add_quarantined(0x5000, 20);
  ck_assert_uint_eq(blocks_find(blocks, 0x5000), live);
  blocks_remove(blocks, live);
  ck_assert_uint_eq(blocks_find(blocks, 0x5000), old);
}
END_TEST

START_TEST(blocks_of_several_kinds_share_a_start)
{
  block_id heap = blocks_add(blocks, BLOCK_HEAP, 0x5000, 4096);
  block_id pool = blocks_add(blocks, BLOCK_POOL, 0x5000, 2048);
  ck_assert_uint_eq(blocks_find(blocks, 0x5000), heap);
  ck_assert_uint_eq(blocks_find_kinds(blocks, 0x5000, BLOCK_KINDS_POOL), pool);
  block_id custom = blocks_add(blocks, BLOCK_CUSTOM, 0x5000, 16);
  ck_assert_uint_eq(blocks_find(blocks, 0x5000), custom);
  ck_assert_uint_eq(blocks_find_kinds(blocks, 0x5000, 1 << BLOCK_HEAP), heap);
  blocks_remove(blocks, custom);
  ck_assert_uint_eq(blocks_find(blocks, 0x5000), heap);
}
END_TEST

START_TEST(ranges_outside_user_space_are_refused)
{
  const uint64_t limit = UINT64_C(1) << 47;
  ck_assert_uint_eq(blocks_add(blocks, BLOCK_CUSTOM, limit, 0), 0);
  ck_assert_uint_eq(blocks_add(blocks, BLOCK_CUSTOM, UINT64_MAX, 16), 0);
  ck_assert_uint_eq(blocks_add(blocks, BLOCK_CUSTOM, 16, UINT64_MAX), 0);
  ck_assert_uint_eq(blocks_add(blocks, BLOCK_CUSTOM, limit - 16, 17), 0);
  block_id last = blocks_add(blocks, BLOCK_CUSTOM, limit - 16, 16);
  ck_assert_uint_ne(last, 0);
  ck_assert_uint_eq(blocks_find(blocks, limit - 16), last);
  ck_assert_uint_eq(find_containing(limit - 1, 16), last);
  ck_assert(!blocks_move(blocks, last, limit - 16, 17));
  ck_assert_uint_eq(blocks_find(blocks, limit - 16), last);
}
END_TEST

START_TEST(a_moved_block_keeps_its_number)
{
  block_id id = blocks_add(blocks, BLOCK_HEAP, 0x5000, 10);
  blocks_at(blocks, id)->alloc_stack_id = 77;
  ck_assert(blocks_move(blocks, id, 0x9000, 2 << 20));
  ck_assert_uint_eq(blocks_find(blocks, 0x5000), 0);
  ck_assert_uint_eq(blocks_find(blocks, 0x9000), id);
  ck_assert_uint_eq(blocks_at(blocks, id)->alloc_stack_id, 77);
  ck_assert_uint_eq(find_containing(0x9000 + (2 << 20) - 1, 0), id);
  ck_assert(blocks_is_valid(blocks));
  ck_assert(blocks_move(blocks, id, 0x9000, 5));
  ck_assert_uint_eq(find_containing(0x9005, 0), 0);
}
END_TEST

START_TEST(slop_reaches_as_far_as_redzones)
{
  block_id id = blocks_add(blocks, BLOCK_HEAP, 0x5000, 10);
  ck_assert_uint_eq(find_containing(0x5000 - 16, 16), id);
  ck_assert_uint_eq(find_containing(0x5000 - 17, 16), 0);
  ck_assert_uint_eq(find_containing(0x500a + 15, 16), id);
  ck_assert_uint_eq(find_containing(0x500a + 16, 16), 0);
  ck_assert_uint_eq(find_containing(0x500a, 0), 0);
  ck_assert_uint_eq(find_containing(0x5009, 0), id);
}
END_TEST

START_TEST(the_nearest_block_is_found)
{
  block_id low = blocks_add(blocks, BLOCK_HEAP, 0x5000, 16);
  block_id high = blocks_add(blocks, BLOCK_HEAP, 0x5020, 16);
  ck_assert_uint_eq(find_containing(0x5012, 16), low);
  ck_assert_uint_eq(find_containing(0x501e, 16), high);
  block_id freed = add_quarantined(0x5010, 16);
  ck_assert_uint_eq(find_containing(0x5012, 16), low);
  ck_assert_uint_eq(find_containing(0x5012, 0), freed);
  ck_assert_uint_eq(
    blocks_find_containing_kinds(blocks, 0x5012, 16, BLOCK_QUARANTINED, BLOCK_KINDS_ALL), freed);
}
END_TEST

START_TEST(the_nearest_block_is_found_however_far)
{
  ck_assert_uint_eq(blocks_find_nearest(blocks, 0x5000, BLOCK_KINDS_FREEABLE), 0);
  block_id low = blocks_add(blocks, BLOCK_HEAP, 0x5000, 100), high = blocks_add(blocks, BLOCK_HEAP, 0x900000000, 100);
  blocks_add(blocks, BLOCK_POOL, 0x400000000, 100);
  ck_assert_uint_eq(blocks_find_nearest(blocks, 0x400000010, BLOCK_KINDS_FREEABLE), low);
  ck_assert_uint_eq(blocks_find_nearest(blocks, 0x800000010, BLOCK_KINDS_FREEABLE), high);
  block_id freed = add_quarantined(0x800000000, 16);
  ck_assert_uint_eq(blocks_find_nearest(blocks, 0x800000010, BLOCK_KINDS_FREEABLE), freed);
  ck_assert_uint_eq(blocks_find_nearest(blocks, 0x900000064, BLOCK_KINDS_FREEABLE), high);
}
END_TEST

START_TEST(the_innermost_block_is_found)
{
  block_id heap = blocks_add(blocks, BLOCK_HEAP, 0x400000, 8 << 20);
  block_id custom = blocks_add(blocks, BLOCK_CUSTOM, 0x500000, 64);
  ck_assert_uint_eq(find_containing(0x500010, 16), custom);
  ck_assert_uint_eq(find_containing(0x500800, 16), heap);
  ck_assert_uint_eq(find_containing(0xbfffff, 16), heap);
}
END_TEST

START_TEST(live_blocks_of_a_range_come_in_order)
{
  blocks_add(blocks, BLOCK_HEAP, 0x5000, 16);
  block_id second = blocks_add(blocks, BLOCK_CUSTOM, 0x5018, 8);
  block_id first = blocks_add(blocks, BLOCK_CUSTOM, 0x5010, 8);
  block_id far = blocks_add(blocks, BLOCK_CUSTOM, UINT64_C(0x7000000000), 8);
  const unsigned kinds = 1 << BLOCK_CUSTOM;
  ck_assert_uint_eq(blocks_first_live_in(blocks, 0, 0x5010, kinds), 0);
  ck_assert_uint_eq(blocks_first_live_in(blocks, 0, 0x5011, kinds), first);
  ck_assert_uint_eq(blocks_first_live_in(blocks, 0x5011, UINT64_MAX, kinds), second);
  blocks_at(blocks, second)->state = BLOCK_QUARANTINED;
  ck_assert_uint_eq(blocks_first_live_in(blocks, 0x5011, UINT64_MAX, kinds), far);
}
END_TEST

/* --- against a plain array --- */

enum { MODEL_BLOCKS = 300, MODEL_SPAN = 1 << 13 };

struct model_block {
  block_id id;
  uint64_t start, size_bytes;
};

static uint64_t random_below(uint64_t *seed, uint64_t limit)
{
  *seed = *seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (*seed >> 33) % limit;
}

/* A place that no other block of the model touches. */
static void model_place(struct model_block *model, unsigned at, uint64_t *seed)
{
  struct model_block *block = &model[at];
  for (bool is_free = false; !is_free;) {
    block->start = 0x3fffff00 + random_below(seed, MODEL_SPAN); /* around the seam of two leaves */
    block->size_bytes = random_below(seed, 20);
    is_free = true;
    for (unsigned i = 0; i < MODEL_BLOCKS; i++)
      if (i != at && model[i].id && block->start < model[i].start + model[i].size_bytes + 1 &&
          model[i].start < block->start + block->size_bytes + 1)
        is_free = false;
  }
}

static block_id model_containing(const struct model_block *model, uint64_t address)
{
  for (unsigned i = 0; i < MODEL_BLOCKS; i++)
    if (model[i].id && address >= model[i].start && address < model[i].start + model[i].size_bytes)
      return model[i].id;
  return 0;
}

START_TEST(it_agrees_with_an_array)
{
  struct model_block model[MODEL_BLOCKS] = {{0}};
  uint64_t seed = 1;
  for (unsigned step = 0; step < 5000; step++) {
    unsigned at = random_below(&seed, MODEL_BLOCKS);
    if (model[at].id) {
      ck_assert_uint_eq(blocks_find(blocks, model[at].start), model[at].id);
      blocks_remove(blocks, model[at].id);
      model[at].id = 0;
    } else {
      model_place(model, at, &seed);
      model[at].id = blocks_add(blocks, BLOCK_HEAP, model[at].start, model[at].size_bytes);
    }
    uint64_t address = 0x3fffff00 + random_below(&seed, MODEL_SPAN);
    ck_assert_uint_eq(find_containing(address, 0), model_containing(model, address));
  }
  ck_assert_uint_le(blocks_limit(blocks), MODEL_BLOCKS + 1);
}
END_TEST

START_TEST(numbers_pass_the_end_of_a_segment)
{
  for (unsigned i = 0; i < 200000; i++)
    ck_assert_uint_eq(blocks_add(blocks, BLOCK_HEAP, 0x10000 + i * UINT64_C(64), 16), i + 1);
  for (unsigned i = 0; i < 200000; i++)
    ck_assert_uint_eq(blocks_find(blocks, 0x10000 + i * UINT64_C(64)), i + 1);
}
END_TEST

START_TEST(removing_twice_is_a_bug)
{
  block_id id = blocks_add(blocks, BLOCK_HEAP, 0x5000, 10);
  blocks_remove(blocks, id);
  blocks_remove(blocks, id);
}
END_TEST

START_TEST(damage_is_found)
{
  block_id id = blocks_add(blocks, BLOCK_HEAP, 0x4a00040, 100);
  block_id *first = &blocks_make_leaf(blocks, 0x4a00040)->first[blocks_granule_in_leaf(0x4a00040)];
  *first = 0;
  ck_assert(!blocks_is_valid(blocks));
  *first = id;
  blocks_at(blocks, id)->size_bytes = 1 << LARGE_BITS; /* and is in no list of large ones */
  ck_assert(!blocks_is_valid(blocks));
  blocks_at(blocks, id)->size_bytes = 100;
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("blocks");
  TCase *tcase = tcase_create("blocks");
  tcase_add_checked_fixture(tcase, set_up, tear_down);
  tcase_add_test(tcase, an_entry_is_small);
  tcase_add_test(tcase, a_block_is_found_by_its_start_only);
  tcase_add_test(tcase, blocks_of_one_granule_are_told_apart);
  tcase_add_test(tcase, a_live_block_hides_a_quarantined_one);
  tcase_add_test(tcase, blocks_of_several_kinds_share_a_start);
  tcase_add_test(tcase, ranges_outside_user_space_are_refused);
  tcase_add_test(tcase, a_moved_block_keeps_its_number);
  tcase_add_test(tcase, slop_reaches_as_far_as_redzones);
  tcase_add_test(tcase, the_nearest_block_is_found);
  tcase_add_test(tcase, the_nearest_block_is_found_however_far);
  tcase_add_test(tcase, the_innermost_block_is_found);
  tcase_add_test(tcase, live_blocks_of_a_range_come_in_order);
  tcase_add_test(tcase, it_agrees_with_an_array);
  tcase_add_test(tcase, numbers_pass_the_end_of_a_segment);
  tcase_add_test_raise_signal(tcase, removing_twice_is_a_bug, SIGABRT);
  tcase_add_test(tcase, damage_is_found);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void)
{
  return unit_run_apart(make_suite());
}
