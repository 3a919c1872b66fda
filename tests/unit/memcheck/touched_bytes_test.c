/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which bytes of blocks were touched, beside a byte for each. */
#include "memcheck/pure/blocks/touched_bytes.h"

#include <string.h>

#include "unit/unit.h"

static struct touched *touched;

static void set_up(void)
{
  touched = touched_create();
}

static void tear_down(void)
{
  touched_destroy(touched);
}

static uint64_t mark(struct touched_block block, uint64_t offset, uint64_t bytes)
{
  return touched_mark(touched_bits(touched, block), offset, bytes);
}

START_TEST(each_byte_counts_once)
{
  struct touched_block block = {.id = 1, .birth = 7, .size_bytes = 64};
  ck_assert_uint_eq(mark(block, 0, 8), 8);
  ck_assert_uint_eq(mark(block, 4, 8), 4);
  ck_assert_uint_eq(mark(block, 0, 64), 52);
  ck_assert_uint_eq(mark(block, 0, 64), 0);
}
END_TEST

START_TEST(the_next_block_with_a_number_begins_anew)
{
  struct touched_block block = {.id = 5000, .birth = 7, .size_bytes = 100};
  ck_assert_uint_eq(mark(block, 0, 100), 100);
  block.birth = 8;
  block.size_bytes = 10;
  ck_assert_uint_eq(mark(block, 0, 10), 10);
  block.birth = 9;
  block.size_bytes = 1000;
  ck_assert_uint_eq(mark(block, 0, 1000), 1000);
}
END_TEST

START_TEST(a_block_keeps_what_it_has_when_its_size_changes)
{
  static const uint64_t sizes[] = {40, 300, 20, 65, 64, 100, 5000000, 33};
  struct touched_block block = {.id = 2, .birth = 3, .size_bytes = sizes[0]};
  ck_assert_uint_eq(mark(block, 0, 30), 30);
  uint64_t expected = 30;
  for (size_t i = 1; i < sizeof sizes / sizeof *sizes; i++) {
    block.size_bytes = sizes[i];
    uint64_t bytes = sizes[i] < 30 ? sizes[i] : 30;
    expected = bytes < expected ? bytes : expected;
    ck_assert_uint_eq(mark(block, 0, bytes), bytes - expected);
    expected = bytes;
  }
}
END_TEST

START_TEST(realloc_takes_along_what_was_touched)
{
  struct touched_block old = {.id = 1, .birth = 1, .size_bytes = 200}, new = {.id = 2, .birth = 2, .size_bytes = 150};
  mark(old, 10, 20);
  mark(old, 140, 40);
  ck_assert_uint_eq(touched_copy(touched, new, old, 150), 30);
  ck_assert_uint_eq(mark(new, 0, 150), 120);
}
END_TEST

START_TEST(like_a_byte_for_each)
{
  enum { BYTES = 700 };
  unsigned char model[BYTES] = {0};
  struct touched_block block = {.id = 9, .birth = 1, .size_bytes = BYTES};
  unsigned random = 1;
  for (int i = 0; i < 2000; i++) {
    random = random * 1103515245 + 12345;
    uint64_t start = (random >> 8) % BYTES, bytes = (random >> 20) % 200 % (BYTES - start) + 1, fresh = 0;
    if (i % 50 == 0) {
      block.birth++;
      memset(model, 0, sizeof model);
    }
    for (uint64_t at = start; at < start + bytes; at++) {
      fresh += model[at] == 0;
      model[at] = 1;
    }
    ck_assert_uint_eq(mark(block, start, bytes), fresh);
  }
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("touched");
  TCase *tcase = tcase_create("touched");
  tcase_add_checked_fixture(tcase, set_up, tear_down);
  tcase_add_test(tcase, each_byte_counts_once);
  tcase_add_test(tcase, the_next_block_with_a_number_begins_anew);
  tcase_add_test(tcase, a_block_keeps_what_it_has_when_its_size_changes);
  tcase_add_test(tcase, realloc_takes_along_what_was_touched);
  tcase_add_test(tcase, like_a_byte_for_each);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
