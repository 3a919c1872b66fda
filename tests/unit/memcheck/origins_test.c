/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of origin tags, against a plain array. */
#include "memcheck/pure/shadow/origins.h"

#include <string.h>

#include "memcheck/pure/shadow/origins_layout.h"
#include "memcheck/pure/shadow/shadow.h"
#include "unit/unit.h"

enum { WORDS_MAX = 1 << 16, BASE = 0x10000 };

static struct origins *origins;

static void setup(void)
{
  origins = origins_create(WORDS_MAX);
}

static void teardown(void)
{
  ck_assert(origins_is_valid(origins));
  origins_destroy(origins);
}

START_TEST(nothing_is_known_at_first)
{
  ck_assert_uint_eq(origins_get(origins, 0), 0);
  ck_assert_uint_eq(origins_get(origins, SHADOW_LIMIT - 1), 0);
  ck_assert_uint_eq(origins_get(origins, UINT64_MAX), 0);
  ck_assert(!origins_may_be_in(origins, BASE, 128));
  ck_assert_uint_eq(origins_lowest_in(origins, 0, UINT64_MAX), UINT64_MAX);
}
END_TEST

START_TEST(groups_are_told_apart)
{
  origins_set(origins, BASE, 4, 5);
  origins_set(origins, BASE + 4, 4, 6);
  ck_assert_uint_eq(origins_get(origins, BASE + 3), 5);
  ck_assert_uint_eq(origins_get(origins, BASE + 4), 6);
  ck_assert_uint_eq(origins_get(origins, BASE + 8), 0);
  ck_assert_uint_eq(origins_get(origins, BASE - 1), 0);
}
END_TEST

START_TEST(a_store_across_a_line_tags_both)
{
  uint64_t edge = BASE + (UINT64_C(1) << ORIGINS_GRANULE_BITS);
  origins_set(origins, edge - 3, 8, 5);
  ck_assert_uint_eq(origins_get(origins, edge - 4), 5);
  ck_assert_uint_eq(origins_get(origins, edge + 7), 5);
  ck_assert_uint_eq(origins_get(origins, edge + 8), 0);
  ck_assert(origins_may_be_in(origins, edge - 100, 200));
  ck_assert(origins_may_be_in(origins, edge - 100, 97));
  ck_assert(!origins_may_be_in(origins, edge - 600, 128));
  ck_assert_uint_eq(origins_lowest_in(origins, 0, UINT64_MAX), edge - 4);
}
END_TEST

START_TEST(a_store_tags_some_groups)
{
  uint64_t edge = BASE + (UINT64_C(1) << ORIGINS_LINE_BITS);
  origins_set(origins, edge - 8, 32, 5);
  origins_set_groups(origins, edge - 4, 1 << 0 | 1 << 2, 6);
  ck_assert_uint_eq(origins_get(origins, edge - 5), 5);
  ck_assert_uint_eq(origins_get(origins, edge - 4), 6);
  ck_assert_uint_eq(origins_get(origins, edge), 5);
  ck_assert_uint_eq(origins_get(origins, edge + 4), 6);
  ck_assert_uint_eq(origins_get(origins, edge + 8), 5);
}
END_TEST

START_TEST(a_store_that_tags_nothing_takes_no_place)
{
  origins_set_groups(origins, BASE, 0, 5);
  ck_assert(!origins_may_be_in(origins, BASE, 128));
  ck_assert(origins_is_valid(origins));
}
END_TEST

START_TEST(what_is_dropped_is_gone)
{
  origins_set(origins, BASE, 400, 5);
  origins_drop(origins, BASE + 40, 8);
  ck_assert_uint_eq(origins_get(origins, BASE + 39), 5);
  ck_assert_uint_eq(origins_get(origins, BASE + 40), 0);
  ck_assert_uint_eq(origins_get(origins, BASE + 48), 5);
  origins_drop(origins, 0, UINT64_MAX);
  ck_assert_uint_eq(origins_lowest_in(origins, 0, UINT64_MAX), UINT64_MAX);
  ck_assert(!origins_may_be_in(origins, BASE, 400));
}
END_TEST

START_TEST(a_large_range_has_one_tag_until_it_is_cut)
{
  const uint64_t start = UINT64_C(0x40000000), bytes = UINT64_C(1) << 32;
  origins_set_range(origins, start, bytes, 7);
  ck_assert_uint_eq(origins_get(origins, start + bytes / 2), 7);
  origins_set(origins, start + 400, 4, 9);
  ck_assert_uint_eq(origins_get(origins, start + 400), 9);
  origins_drop(origins, start + 4096, 8);
  ck_assert_uint_eq(origins_get(origins, start + 4095), 7);
  ck_assert_uint_eq(origins_get(origins, start + 4096), 0);
  ck_assert_uint_eq(origins_get(origins, start + 4104), 7);
  ck_assert_uint_eq(origins_lowest_in(origins, start + 4096, start + bytes), start + 4104);
  ck_assert_uint_eq(origins_get(origins, start + bytes), 0);
}
END_TEST

START_TEST(more_ranges_than_fit_forget_the_oldest)
{
  for (uint64_t i = 0; i < 1000; i++)
    origins_set_range(origins, BASE + i * 10000, 5000, 100 + (origin_tag)i);
  ck_assert_uint_eq(origins_get(origins, BASE), 0);
  ck_assert_uint_eq(origins_get(origins, BASE + 999 * 10000), 1099);
  ck_assert(origins_is_valid(origins));
}
END_TEST

START_TEST(a_full_table_forgets_and_never_lies)
{
  for (uint64_t i = 0; i < 100000; i++)
    origins_set(origins, BASE + i * 256, 4, (origin_tag)i + 1);
  unsigned known = 0, wrong = 0;
  for (uint64_t i = 0; i < 100000; i++) {
    origin_tag tag = origins_get(origins, BASE + i * 256);
    wrong += tag != 0 && tag != i + 1;
    known += tag != 0;
  }
  ck_assert_uint_eq(wrong, 0);
  ck_assert_uint_gt(known, 1000);
}
END_TEST

START_TEST(addresses_out_of_range_do_no_harm)
{
  origins_set(origins, SHADOW_LIMIT - 4, 100, 5);
  ck_assert_uint_eq(origins_get(origins, SHADOW_LIMIT - 1), 5);
  ck_assert_uint_eq(origins_get(origins, SHADOW_LIMIT), 0);
  origins_set(origins, UINT64_MAX, 8, 5);
  origins_set_range(origins, SHADOW_LIMIT - 100, UINT64_MAX, 6);
  origins_copy(origins, UINT64_MAX - 4, 0, 100);
  origins_copy(origins, SHADOW_LIMIT - 8, SHADOW_LIMIT - 100, 100);
  origins_drop(origins, UINT64_MAX, UINT64_MAX);
}
END_TEST

/* --- the model --- */

enum { GROUPS = 6000 };

static origin_tag model[GROUPS];
static uint64_t base; /* of what the model is about */
static uint64_t seed = 1;

static uint64_t pick(uint64_t limit)
{
  seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (seed >> 33) % limit;
}

static void model_copy(uint64_t to, uint64_t from, uint64_t count)
{
  memmove(model + to, model + from, count * sizeof *model);
}

static void random_step(uint64_t step)
{
  uint64_t at = pick(GROUPS), count = pick(GROUPS - at);
  count = pick(3) ? count % 8 + 1 : count;
  count = at + count > GROUPS ? GROUPS - at : count;
  origin_tag tag = (origin_tag)step + 1;
  uint64_t from = pick(GROUPS - count + 1);
  switch (pick(4)) {
  case 0:
    count = count > 9 ? 9 : count;
    origins_set_groups(origins, base + 4 * at, (1u << count) - 1, tag);
    break;
  case 1:
    origins_set(origins, base + 4 * at, 4 * count, tag);
    break;
  case 2:
    tag = 0;
    origins_drop(origins, base + 4 * at, 4 * count);
    break;
  default:
    origins_copy(origins, base + 4 * at, base + 4 * from, 4 * count);
    model_copy(at, from, count);
    return;
  }
  for (uint64_t i = at; i < at + count; i++)
    model[i] = tag;
}

static void check_model(uint64_t at_base)
{
  base = at_base;
  memset(model, 0, sizeof model);
  for (uint64_t step = 0; step < 1000; step++) {
    random_step(step);
    unsigned wrong = 0;
    for (uint64_t at = 0; at < GROUPS; at++) {
      wrong += origins_get(origins, base + 4 * at + pick(4)) != model[at];
      if (base + 4 * at < SHADOW_NEAR_LIMIT)
        wrong += model[at] != 0 && !origins_may_be_in(origins, base + 4 * at, 4);
    }
    ck_assert_uint_eq(wrong, 0);
    uint64_t lowest = 0;
    while (lowest < GROUPS && model[lowest] == 0)
      lowest++;
    ck_assert_uint_eq(origins_lowest_in(origins, 0, UINT64_MAX), lowest < GROUPS ? base + 4 * lowest : UINT64_MAX);
  }
}

START_TEST(it_agrees_with_an_array)
{
  check_model(BASE);
}
END_TEST

START_TEST(it_agrees_where_memory_becomes_far)
{
  check_model(SHADOW_NEAR_LIMIT - 4 * GROUPS / 2);
}
END_TEST

START_TEST(it_agrees_far_up)
{
  check_model((UINT64_C(5) << 40) - 4 * GROUPS / 2);
}
END_TEST

START_TEST(damage_is_found)
{
  origins_set(origins, BASE, 4, 5);
  uint64_t *word = origins_word(origins, BASE >> ORIGINS_GRANULE_BITS), tagged = *word;
  *word = 0;
  ck_assert(!origins_is_valid(origins));
  *word = tagged;
  origins_set_range(origins, 2 * BASE, BASE, 6);
  origins->table->ranges[0].tag = 0;
  ck_assert(!origins_is_valid(origins));
  origins->table->ranges[0].tag = 6;
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("origins");
  TCase *tcase = tcase_create("origins");
  tcase_add_checked_fixture(tcase, setup, teardown);
  tcase_add_test(tcase, nothing_is_known_at_first);
  tcase_add_test(tcase, groups_are_told_apart);
  tcase_add_test(tcase, a_store_across_a_line_tags_both);
  tcase_add_test(tcase, a_store_tags_some_groups);
  tcase_add_test(tcase, a_store_that_tags_nothing_takes_no_place);
  tcase_add_test(tcase, what_is_dropped_is_gone);
  tcase_add_test(tcase, a_large_range_has_one_tag_until_it_is_cut);
  tcase_add_test(tcase, more_ranges_than_fit_forget_the_oldest);
  tcase_add_test(tcase, a_full_table_forgets_and_never_lies);
  tcase_add_test(tcase, addresses_out_of_range_do_no_harm);
  tcase_add_test(tcase, it_agrees_with_an_array);
  tcase_add_test(tcase, it_agrees_where_memory_becomes_far);
  tcase_add_test(tcase, it_agrees_far_up);
  tcase_add_test(tcase, damage_is_found);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
