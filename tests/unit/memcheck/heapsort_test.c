/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sorting without libc. */
#include "memcheck/pure/base/heapsort.h"

#include "unit/unit.h"

/* An item whose size is no power of two. */
struct item {
  unsigned key;
  unsigned char copy[7];
};

static bool is_before(const void *a, const void *b, const void *context)
{
  bool is_reversed = *(const bool *)context;
  unsigned one = ((const struct item *)a)->key, other = ((const struct item *)b)->key;
  return is_reversed ? one > other : one < other;
}

START_TEST(items_of_any_number_are_sorted)
{
  struct item items[200];
  for (unsigned count = 0; count <= 200; count++)
    for (unsigned reversed = 0; reversed < 2; reversed++) {
      unsigned sum = 0, sorted_sum = 0;
      for (unsigned i = 0; i < count; i++) {
        unsigned key = (i * 7919 + count) % (count / 2 + 1); /* some are equal */
        items[i] = (struct item){key, {(unsigned char)key}};
        sum += key;
      }
      heapsort_items(items, count, sizeof *items, is_before, &(bool){reversed});
      for (unsigned i = 0; i < count; i++) {
        ck_assert_uint_eq(items[i].copy[0], (unsigned char)items[i].key);
        ck_assert(i == 0 || !is_before(&items[i], &items[i - 1], &(bool){reversed}));
        sorted_sum += items[i].key;
      }
      ck_assert_uint_eq(sorted_sum, sum);
    }
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("heapsort");
  TCase *tcase = tcase_create("heapsort");
  tcase_add_test(tcase, items_of_any_number_are_sorted);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
