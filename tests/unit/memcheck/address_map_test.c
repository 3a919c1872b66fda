/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The hash table from addresses to numbers. */
#include "memcheck/pure/base/address_map.h"

#include "unit/unit.h"

START_TEST(an_empty_map_knows_nothing)
{
  struct address_map map = {0};
  uint32_t cursor = 0;
  ck_assert_uint_eq(address_map_find(&map, 1), 0);
  ck_assert(!address_map_remove(&map, 1, 1));
  ck_assert_uint_eq(address_map_next(&map, &cursor), 0);
  ck_assert(address_map_is_valid(&map));
  address_map_release(&map);
}
END_TEST

START_TEST(an_address_may_have_several_numbers)
{
  struct address_map map = {0};
  address_map_add(&map, 0x1000, 1);
  address_map_add(&map, 0x1000, 2);
  ck_assert(!address_map_remove(&map, 0x1000, 3));
  ck_assert(address_map_remove(&map, 0x1000, 1));
  ck_assert_uint_eq(address_map_find(&map, 0x1000), 2);
  ck_assert(address_map_remove(&map, 0x1000, 2));
  ck_assert_uint_eq(address_map_find(&map, 0x1000), 0);
  address_map_release(&map);
}
END_TEST

START_TEST(it_agrees_with_an_array)
{
  enum { ADDRESSES = 500 };
  uint32_t model[ADDRESSES] = {0}, count = 0;
  uint64_t seed = 1;
  struct address_map map = {0};
  for (uint32_t step = 1; step < 50000; step++) {
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
    unsigned at = (seed >> 33) % ADDRESSES;
    uint64_t address = 0x1000 + at * UINT64_C(16);
    ck_assert_uint_eq(address_map_find(&map, address), model[at]);
    if (model[at])
      ck_assert(address_map_remove(&map, address, model[at]));
    else
      address_map_add(&map, address, step);
    count += model[at] ? -1 : 1;
    model[at] = model[at] ? 0 : step;
  }
  ck_assert(address_map_is_valid(&map));
  uint32_t cursor = 0, seen = 0;
  while (address_map_next(&map, &cursor))
    seen++;
  ck_assert_uint_eq(seen, count);
  address_map_release(&map);
}
END_TEST

START_TEST(damage_is_found)
{
  struct address_map map = {0};
  address_map_add(&map, 0x1000, 1);
  map.count++;
  ck_assert(!address_map_is_valid(&map));
  address_map_release(&map);
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("address_map");
  TCase *tcase = tcase_create("address_map");
  tcase_add_test(tcase, an_empty_map_knows_nothing);
  tcase_add_test(tcase, an_address_may_have_several_numbers);
  tcase_add_test(tcase, it_agrees_with_an_array);
  tcase_add_test(tcase, damage_is_found);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
