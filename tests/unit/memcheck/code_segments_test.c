/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counters of code: the same code has the same one, and what was taken is gone. */
#include "memcheck/pure/cost/code_segments.h"

#include "unit/unit.h"

static const uint8_t lengths[] = {3, 1, 7, 2, 15};

static struct segment segment_of(uint64_t start, unsigned instructions)
{
  return (struct segment){.start = start, .bytes = lengths, .instructions = instructions};
}

static uint32_t find(struct segments *segments, uint64_t start, unsigned instructions)
{
  const struct segment segment = segment_of(start, instructions);
  return segments_find(segments, &segment);
}

START_TEST(same_code_has_the_same_counter)
{
  struct segments *segments = segments_create();
  const uint32_t first = find(segments, 0x1000, 3);
  ck_assert_uint_ne(first, SEGMENTS_LOST);
  ck_assert_uint_ne(find(segments, 0x1000, 4), first);
  ck_assert_uint_ne(find(segments, 0x1003, 3), first);
  static const uint8_t others[] = {3, 2, 6};
  const struct segment changed = {.start = 0x1000, .bytes = others, .instructions = 3};
  ck_assert_uint_ne(segments_find(segments, &changed), first);
  ck_assert_uint_eq(find(segments, 0x1000, 3), first);
  const struct segment known = segments_at(segments, first);
  ck_assert_uint_eq(known.start, 0x1000);
  ck_assert_uint_eq(known.instructions, 3);
  ck_assert_uint_eq(known.bytes[2], 7);
  ck_assert_uint_eq(segments_at(segments, SEGMENTS_LOST).instructions, 0);
  segments_destroy(segments);
}
END_TEST

/* More than one chunk of them, and tables that grow. */
START_TEST(many_are_told_apart)
{
  enum { MANY = 50000 };
  struct segments *segments = segments_create();
  int64_t *const counters = segments_counters(segments);
  for (unsigned i = 0; i < MANY; i++)
    counters[find(segments, 0x400000 + i, 1 + i % 5)] += i;
  ck_assert_ptr_eq(segments_counters(segments), counters);
  for (unsigned i = 0; i < MANY; i++)
    ck_assert_int_eq(counters[find(segments, 0x400000 + i, 1 + i % 5)], i);
  segments_destroy(segments);
}
END_TEST

START_TEST(counts_are_taken_by_range_and_once)
{
  struct segments *segments = segments_create();
  int64_t *const counters = segments_counters(segments);
  struct segment taken;
  int64_t count;
  uint32_t cursor = 0;
  counters[find(segments, 0x1000, 2)] = 7;
  counters[find(segments, 0x1337, 5)] = -1;
  counters[find(segments, 0x2000, 1)] = 1337;
  find(segments, 0x1800, 1); /* was never executed */
  ck_assert(segments_take(segments, 0x1001, 0x2000, &cursor, &taken, &count));
  ck_assert_uint_eq(taken.start, 0x1337);
  ck_assert_int_eq(count, -1);
  ck_assert(!segments_take(segments, 0x1001, 0x2000, &cursor, &taken, &count));
  int64_t sum = 0;
  for (cursor = 0; segments_take(segments, 0, UINT64_MAX, &cursor, &taken, &count);)
    sum += count;
  ck_assert_int_eq(sum, 1344);
  counters[find(segments, 0x1000, 2)] = 9;
  segments_reset(segments);
  cursor = 0;
  ck_assert(!segments_take(segments, 0, UINT64_MAX, &cursor, &taken, &count));
  segments_destroy(segments);
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("segments");
  TCase *tcase = tcase_create("segments");
  tcase_add_test(tcase, same_code_has_the_same_counter);
  tcase_add_test(tcase, many_are_told_apart);
  tcase_add_test(tcase, counts_are_taken_by_range_and_once);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
