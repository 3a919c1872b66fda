/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory pools: which request does what to which block, and what it finds wrong. */
#include "memcheck/pure/blocks/pools.h"

#include <stdio.h>
#include <string.h>

#include "unit/unit.h"

static struct blocks *blocks;
static struct pools *pools;
static char happened[4096]; /* what the actions were asked to do */

static void free_block(void *context, block_id id, uint64_t redzone_bytes)
{
  const struct block *block = blocks_at(blocks, id);
  size_t used = strlen(happened);
  snprintf(happened + used, sizeof happened - used, "free %lx+%lu/%lu;", (unsigned long)block->start,
           (unsigned long)block->size_bytes, (unsigned long)redzone_bytes);
  blocks_remove(blocks, id);
}

static void make_noaccess(void *context, uint64_t start, uint64_t end)
{
  size_t used = strlen(happened);
  snprintf(happened + used, sizeof happened - used, "noaccess %lx-%lx;", (unsigned long)start, (unsigned long)end);
}

static void forget_block(void *context, block_id id)
{
  size_t used = strlen(happened);
  snprintf(happened + used, sizeof happened - used, "forget %lx;", (unsigned long)blocks_at(blocks, id)->start);
}

static void resized_block(void *context, block_id id, uint64_t old_bytes)
{
  const struct block *block = blocks_at(blocks, id);
  size_t used = strlen(happened);
  snprintf(happened + used, sizeof happened - used, "resized %lx %lu-%lu;", (unsigned long)block->start,
           (unsigned long)old_bytes, (unsigned long)block->size_bytes);
}

static void set_up(void)
{
  blocks = blocks_create();
  pools = pools_create(blocks, &(struct pools_actions){NULL, free_block, make_noaccess, forget_block, resized_block});
  happened[0] = '\0';
}

static void tear_down(void)
{
  ck_assert(pools_is_valid(pools));
  ck_assert(blocks_is_valid(blocks));
  pools_destroy(pools);
  blocks_destroy(blocks);
}

static void add_pool(uint64_t address, uint64_t redzone_bytes)
{
  ck_assert_int_eq(pool_create(pools, &(struct pool){.address = address, .redzone_bytes = redzone_bytes}), POOLS_DONE);
}

static block_id add_block(uint64_t pool_address, uint64_t start, uint64_t size_bytes)
{
  block_id id;
  const struct pool *pool;
  ck_assert_int_eq(pool_alloc(pools, pool_address, start, size_bytes, &id, &pool), POOLS_DONE);
  ck_assert_uint_eq(pool->address, pool_address);
  return id;
}

START_TEST(every_request_knows_a_missing_pool)
{
  block_id id;
  const struct pool *pool;
  ck_assert_ptr_null(pool_find(pools, 0x10));
  ck_assert_int_eq(pool_destroy(pools, 0x10), POOLS_NO_POOL);
  ck_assert_int_eq(pool_move(pools, 0x10, 0x20), POOLS_NO_POOL);
  ck_assert_int_eq(pool_alloc(pools, 0x10, 0x1000, 1, &id, &pool), POOLS_NO_POOL);
  ck_assert_int_eq(pool_free(pools, 0x10, 0x1000), POOLS_NO_POOL);
  ck_assert_int_eq(pool_trim(pools, 0x10, 0x1000, 1), POOLS_NO_POOL);
  ck_assert_int_eq(pool_change(pools, 0x10, 0x1000, 0x2000, 1), POOLS_NO_POOL);
}
END_TEST

START_TEST(a_pool_is_created_once)
{
  add_pool(0x10, 0);
  ck_assert_int_eq(pool_create(pools, &(struct pool){.address = 0x10}), POOLS_EXISTS);
  ck_assert_int_eq(pool_create(pools, &(struct pool){.address = 0x20, .is_auto_free = true}), POOLS_NOT_META);
  ck_assert_ptr_nonnull(pool_find(pools, 0x10));
  ck_assert_ptr_null(pool_find(pools, 0x20));
}
END_TEST

START_TEST(a_block_is_freed_with_the_redzones_of_its_pool)
{
  add_pool(0x10, 8);
  block_id id = add_block(0x10, 0x1000, 100);
  ck_assert_uint_eq(blocks_at(blocks, id)->kind, BLOCK_POOL);
  ck_assert_uint_eq(blocks_find(blocks, 0x1000), 0);
  ck_assert_int_eq(pool_free(pools, 0x10, 0x1001), POOLS_NO_BLOCK);
  ck_assert_int_eq(pool_free(pools, 0x10, 0x1000), POOLS_DONE);
  ck_assert_int_eq(pool_free(pools, 0x10, 0x1000), POOLS_NO_BLOCK);
  ck_assert_str_eq(happened, "free 1000+100/8;");
}
END_TEST

START_TEST(pools_do_not_mix_their_blocks)
{
  add_pool(0x10, 0);
  add_pool(0x20, 0);
  add_block(0x10, 0x1000, 100);
  add_block(0x20, 0x1000, 50);
  ck_assert_int_eq(pool_free(pools, 0x20, 0x1000), POOLS_DONE);
  ck_assert_int_eq(pool_free(pools, 0x20, 0x1000), POOLS_NO_BLOCK);
  ck_assert_int_eq(pool_free(pools, 0x10, 0x1000), POOLS_DONE);
  ck_assert_str_eq(happened, "free 1000+50/0;free 1000+100/0;");
}
END_TEST

START_TEST(a_destroyed_pool_takes_its_blocks_along)
{
  add_pool(0x10, 8);
  add_block(0x10, 0x1000, 16);
  ck_assert_int_eq(pool_destroy(pools, 0x10), POOLS_DONE);
  ck_assert_str_eq(happened, "noaccess ff8-1018;forget 1000;");
  ck_assert_uint_eq(blocks_find_kinds(blocks, 0x1000, BLOCK_KINDS_ALL), 0);
  add_pool(0x10, 0);
  ck_assert_int_eq(pool_free(pools, 0x10, 0x1000), POOLS_NO_BLOCK);
}
END_TEST

START_TEST(a_moved_pool_keeps_its_blocks)
{
  add_pool(0x10, 0);
  add_pool(0x30, 0);
  add_block(0x10, 0x1000, 16);
  ck_assert_int_eq(pool_move(pools, 0x10, 0x30), POOLS_EXISTS);
  ck_assert_int_eq(pool_move(pools, 0x10, 0x20), POOLS_DONE);
  ck_assert_int_eq(pool_free(pools, 0x10, 0x1000), POOLS_NO_POOL);
  ck_assert_int_eq(pool_free(pools, 0x20, 0x1000), POOLS_DONE);
}
END_TEST

START_TEST(trimming_keeps_what_lies_in_the_range)
{
  static const struct {
    uint64_t start, size_bytes;
    const char *happens;
  } cases[] = {
    {0x1000, 0x100, ""},                                     /* the range itself */
    {0x1010, 0x10, ""},                                      /* inside */
    {0x1010, 0, ""},                                         /* inside and empty */
    {0xf00, 0x100, "free f00+256/0;"},                       /* ends where the range begins */
    {0x1100, 0x10, "free 1100+16/0;"},                       /* begins where it ends */
    {0xf80, 0x100, "noaccess f80-1000;resized 1000 256-128;"}, /* reaches in */
    {0x1080, 0x100, "noaccess 1100-1180;resized 1080 256-128;"}, /* reaches out */
    {0xf00, 0x300, "noaccess f00-1000;noaccess 1100-1200;resized 1000 768-256;"}, /* reaches over it */
  };
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    happened[0] = '\0';
    add_pool(0x10, 0);
    add_block(0x10, cases[i].start, cases[i].size_bytes);
    ck_assert_int_eq(pool_trim(pools, 0x10, 0x1000, 0x100), POOLS_DONE);
    ck_assert_str_eq(happened, cases[i].happens);
    ck_assert(pools_is_valid(pools));
    ck_assert_int_eq(pool_destroy(pools, 0x10), POOLS_DONE);
  }
}
END_TEST

START_TEST(a_trimmed_block_is_found_at_its_new_start)
{
  add_pool(0x10, 0);
  add_block(0x10, 0xf80, 0x100);
  ck_assert_int_eq(pool_trim(pools, 0x10, 0x1000, UINT64_MAX), POOLS_DONE);
  happened[0] = '\0';
  ck_assert_int_eq(pool_free(pools, 0x10, 0xf80), POOLS_NO_BLOCK);
  ck_assert_int_eq(pool_free(pools, 0x10, 0x1000), POOLS_DONE);
  ck_assert_str_eq(happened, "free 1000+128/0;");
}
END_TEST

START_TEST(a_changed_block_is_found_at_its_new_place)
{
  add_pool(0x10, 0);
  block_id id = add_block(0x10, 0x1000, 16);
  ck_assert_int_eq(pool_change(pools, 0x10, 0x1008, 0x2000, 32), POOLS_NO_BLOCK);
  ck_assert_int_eq(pool_change(pools, 0x10, 0x1000, UINT64_MAX, 32), POOLS_BAD_RANGE);
  ck_assert_int_eq(pool_change(pools, 0x10, 0x1000, 0x2000, 32), POOLS_DONE);
  ck_assert_uint_eq(blocks_find_kinds(blocks, 0x2000, BLOCK_KINDS_POOL), id);
  ck_assert_uint_eq(blocks_at(blocks, id)->size_bytes, 32);
  ck_assert_int_eq(pool_free(pools, 0x10, 0x1000), POOLS_NO_BLOCK);
}
END_TEST

START_TEST(auto_free_frees_custom_blocks_inside)
{
  pool_create(pools, &(struct pool){.address = 0x10, .is_metapool = true, .is_auto_free = true});
  blocks_add(blocks, BLOCK_HEAP, 0x1000, 0x1000);
  ck_assert_uint_eq(blocks_at(blocks, add_block(0x10, 0x1000, 0x100))->kind, BLOCK_METAPOOL);
  blocks_add(blocks, BLOCK_CUSTOM, 0x1000, 16);
  blocks_add(blocks, BLOCK_CUSTOM, 0x1020, 16);
  blocks_add(blocks, BLOCK_CUSTOM, 0x10f8, 16); /* not wholly inside */
  blocks_add(blocks, BLOCK_CUSTOM, 0x1100, 16);
  ck_assert_int_eq(pool_free(pools, 0x10, 0x1000), POOLS_DONE);
  ck_assert_str_eq(happened, "free 1000+16/0;free 1020+16/0;free 1000+256/0;");
  ck_assert_uint_ne(blocks_find(blocks, 0x1000), 0);
}
END_TEST

START_TEST(an_address_belongs_to_the_nearest_block_within_its_redzones)
{
  add_pool(0x10, 0);
  add_pool(0x20, 64);
  pool_create(pools, &(struct pool){.address = 0x30, .is_metapool = true});
  block_id bare = add_block(0x10, 0x1000, 16), padded = add_block(0x20, 0x1030, 16);
  block_id meta = add_block(0x30, 0x800, 0x1000);
  ck_assert_uint_eq(pools_find_containing(pools, 0x100f, false), bare);
  ck_assert_uint_eq(pools_find_containing(pools, 0x1010, false), padded);
  ck_assert_uint_eq(pools_find_containing(pools, 0x107f, false), padded);
  ck_assert_uint_eq(pools_find_containing(pools, 0x1080, false), 0);
  ck_assert_uint_eq(pools_find_containing(pools, 0x1080, true), meta);
  ck_assert_uint_eq(pools_owner(pools, padded)->address, 0x20);
}
END_TEST

START_TEST(many_pools_come_and_go)
{
  for (uint64_t round = 0; round < 3; round++) {
    for (uint64_t i = 0; i < 1000; i++) {
      add_pool(0x10 + i, 0);
      for (uint64_t block = 0; block < i % 30; block++)
        add_block(0x10 + i, 0x100000 + 0x1000 * i + block * 24, 24);
    }
    ck_assert(pools_is_valid(pools));
    for (uint64_t i = 0; i < 1000; i++) {
      for (uint64_t block = 0; block < i % 30; block += 2) {
        ck_assert_int_eq(pool_free(pools, 0x10 + i, 0x100000 + 0x1000 * i + block * 24), POOLS_DONE);
        happened[0] = '\0';
      }
      ck_assert_int_eq(pool_destroy(pools, 0x10 + i), POOLS_DONE);
      happened[0] = '\0';
    }
  }
}
END_TEST

START_TEST(damage_is_found)
{
  add_pool(0x10, 8);
  struct block *block = blocks_at(blocks, add_block(0x10, 0x1000, 100));
  block->pool_id++;
  ck_assert(!pools_is_valid(pools));
  block->pool_id--;
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("pools");
  TCase *tcase = tcase_create("pools");
  tcase_add_checked_fixture(tcase, set_up, tear_down);
  tcase_add_test(tcase, every_request_knows_a_missing_pool);
  tcase_add_test(tcase, a_pool_is_created_once);
  tcase_add_test(tcase, a_block_is_freed_with_the_redzones_of_its_pool);
  tcase_add_test(tcase, pools_do_not_mix_their_blocks);
  tcase_add_test(tcase, a_destroyed_pool_takes_its_blocks_along);
  tcase_add_test(tcase, a_moved_pool_keeps_its_blocks);
  tcase_add_test(tcase, trimming_keeps_what_lies_in_the_range);
  tcase_add_test(tcase, a_trimmed_block_is_found_at_its_new_start);
  tcase_add_test(tcase, a_changed_block_is_found_at_its_new_place);
  tcase_add_test(tcase, auto_free_frees_custom_blocks_inside);
  tcase_add_test(tcase, an_address_belongs_to_the_nearest_block_within_its_redzones);
  tcase_add_test(tcase, many_pools_come_and_go);
  tcase_add_test(tcase, damage_is_found);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
