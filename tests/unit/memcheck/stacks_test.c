/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Interned call stacks: equality, epochs, and what stands for many at a coarser resolution. */
#include "memcheck/pure/stacks/stacks.h"

#include "unit/unit.h"

static struct stacks *stacks;

static void set_up(void)
{
  stacks = stacks_create();
}

static void tear_down(void)
{
  ck_assert(stacks_is_valid(stacks));
  stacks_destroy(stacks);
}

/* The stack of these ips. */
#define STACK(...) \
  stacks_intern(stacks, (const uint64_t[]){__VA_ARGS__}, sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t))

START_TEST(equal_ips_are_one_stack)
{
  stack_id a = STACK(1, 2, 3);
  ck_assert_uint_ne(a, 0);
  ck_assert_uint_eq(STACK(1, 2, 3), a);
  ck_assert_uint_ne(STACK(1, 2), a);
  ck_assert_uint_ne(STACK(1, 2, 3, 4), a);
  ck_assert_uint_ne(STACK(3, 2, 1), a);
  size_t count;
  const uint64_t *ips = stacks_get(stacks, a, &count);
  ck_assert_uint_eq(count, 3);
  ck_assert_uint_eq(ips[0], 1);
  ck_assert_uint_eq(ips[2], 3);
}
END_TEST

START_TEST(many_stacks_keep_their_ips)
{
  enum { COUNT = 50000, DEPTH = 12 };
  uint64_t ips[DEPTH];
  for (uint64_t round = 0; round < 2; round++)
    for (uint64_t i = 0; i < COUNT; i++) {
      for (unsigned frame = 0; frame < DEPTH; frame++)
        ips[frame] = 0x400000 + i * (frame + 1);
      ck_assert_uint_eq(stacks_intern(stacks, ips, 1 + i % DEPTH), i + 1);
    }
  size_t count;
  const uint64_t *kept = stacks_get(stacks, 40000, &count);
  ck_assert_uint_eq(count, 1 + 39999 % DEPTH);
  ck_assert_uint_eq(kept[count - 1], 0x400000 + 39999 * count);
}
END_TEST

START_TEST(the_deepest_stack_fits)
{
  static uint64_t ips[STACKS_FRAMES_MAX];
  for (unsigned i = 0; i < STACKS_FRAMES_MAX; i++)
    ips[i] = i;
  stack_id first = stacks_intern(stacks, ips, STACKS_FRAMES_MAX);
  for (unsigned i = 1; i < 10; i++)
    ck_assert_uint_ne(stacks_intern(stacks, ips, STACKS_FRAMES_MAX - i), first);
  ck_assert_uint_eq(stacks_intern(stacks, ips, STACKS_FRAMES_MAX), first);
  size_t count;
  ck_assert_uint_eq(stacks_get(stacks, first, &count)[STACKS_FRAMES_MAX - 1], STACKS_FRAMES_MAX - 1);
}
END_TEST

START_TEST(retiring_makes_room_for_a_new_stack)
{
  stack_id inside = STACK(0x100, 0x2000), outside = STACK(0x100, 0x3000);
  stacks_retire(stacks, 0x2000, 0x3000, 7);
  ck_assert_uint_eq(stacks_epoch(stacks, inside), 7);
  ck_assert_uint_eq(stacks_epoch(stacks, outside), 0);
  ck_assert_uint_eq(STACK(0x100, 0x3000), outside);
  stack_id again = STACK(0x100, 0x2000);
  ck_assert_uint_ne(again, inside);
  stacks_retire(stacks, 0x2000, 0x3000, 9);
  ck_assert_uint_eq(stacks_epoch(stacks, inside), 7);
  ck_assert_uint_eq(stacks_epoch(stacks, again), 9);
  size_t count;
  ck_assert_uint_eq(stacks_get(stacks, inside, &count)[1], 0x2000);
}
END_TEST

START_TEST(the_key_is_the_first_of_its_like)
{
  stack_id ab = STACK(1, 2), abcde = STACK(1, 2, 3, 4, 5), abcdf = STACK(1, 2, 3, 4, 6), ac = STACK(1, 3);
  ck_assert_uint_eq(stacks_key(stacks, abcde, 4), abcde);
  ck_assert_uint_eq(stacks_key(stacks, abcdf, 4), abcde);
  ck_assert_uint_eq(stacks_key(stacks, ab, 4), ab);
  ck_assert_uint_eq(stacks_key(stacks, abcdf, 2), abcdf);
  ck_assert_uint_eq(stacks_key(stacks, abcde, 2), abcdf);
  ck_assert_uint_eq(stacks_key(stacks, ab, 2), abcdf);
  ck_assert_uint_eq(stacks_key(stacks, ab, 4), ab);
  ck_assert_uint_eq(stacks_key(stacks, ac, 2), ac);
  ck_assert_uint_eq(stacks_key(stacks, abcdf, STACKS_ALL_FRAMES), abcdf);
  ck_assert_uint_eq(stacks_key(stacks, 0, 2), 0);
}
END_TEST

START_TEST(keys_tell_epochs_apart)
{
  stack_id old = STACK(1, 2, 3);
  stacks_retire(stacks, 3, 4, 5);
  stack_id now = STACK(1, 2, 3);
  ck_assert_uint_eq(stacks_key(stacks, old, 2), old);
  ck_assert_uint_eq(stacks_key(stacks, now, 2), now);
}
END_TEST

START_TEST(a_stack_is_sent_once)
{
  stack_id a = STACK(1), b = STACK(2);
  ck_assert(!stacks_sent(stacks, a));
  stacks_mark_sent(stacks, a);
  ck_assert(stacks_sent(stacks, a));
  ck_assert(!stacks_sent(stacks, b));
}
END_TEST

START_TEST(damage_is_found)
{
  size_t count;
  uint64_t *ips = (uint64_t *)stacks_get(stacks, STACK(1, 2, 3), &count);
  ips[1] = 7;
  ck_assert(!stacks_is_valid(stacks));
  ips[1] = 2;
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("stacks");
  TCase *tcase = tcase_create("stacks");
  tcase_add_checked_fixture(tcase, set_up, tear_down);
  tcase_add_test(tcase, equal_ips_are_one_stack);
  tcase_add_test(tcase, many_stacks_keep_their_ips);
  tcase_add_test(tcase, the_deepest_stack_fits);
  tcase_add_test(tcase, retiring_makes_room_for_a_new_stack);
  tcase_add_test(tcase, the_key_is_the_first_of_its_like);
  tcase_add_test(tcase, keys_tell_epochs_apart);
  tcase_add_test(tcase, a_stack_is_sent_once);
  tcase_add_test(tcase, damage_is_found);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
