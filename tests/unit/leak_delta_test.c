/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two leak checks beside each other, and which losses each mode shows. */
#include "memcheck/leak_delta.h"

#include "record/record.h"
#include "unit.h"

static struct leak_loss loss(uint32_t stack_id, uint64_t bytes, uint64_t blocks)
{
  return (struct leak_loss){.kind = RECORD_LEAK_DEFINITE, .stack_id = stack_id, .bytes = bytes, .blocks = blocks};
}

START_TEST(losses_are_put_beside_what_they_were)
{
  struct leak_loss old[] = {loss(1, 10, 1), loss(2, 20, 2), loss(4, 40, 4)};
  struct leak_loss now[] = {loss(2, 30, 3), loss(3, 5, 1), loss(4, 40, 4)};
  struct leak_changes changes;
  leak_compare(&(struct leak_result){old, 3, 0}, &(struct leak_result){now, 3, 0}, &changes);
  ck_assert_uint_eq(changes.count, 4);
  static const uint64_t expected[][4] = {{0, 0, 10, 1}, {30, 3, 20, 2}, {5, 1, 0, 0}, {40, 4, 40, 4}};
  for (unsigned i = 0; i < 4; i++) {
    const struct leak_change *change = &changes.items[i];
    ck_assert_uint_eq(change->loss.stack_id, i + 1);
    ck_assert_uint_eq(change->loss.bytes, expected[i][0]);
    ck_assert_uint_eq(change->loss.blocks, expected[i][1]);
    ck_assert_uint_eq(change->old_bytes, expected[i][2]);
    ck_assert_uint_eq(change->old_blocks, expected[i][3]);
  }
  leak_changes_release(&changes);
}
END_TEST

START_TEST(a_first_check_has_nothing_beside_it)
{
  struct leak_loss now[] = {loss(2, 30, 3)};
  struct leak_changes changes;
  leak_compare(NULL, &(struct leak_result){now, 1, 0}, &changes);
  ck_assert_uint_eq(changes.count, 1);
  ck_assert_uint_eq(changes.items[0].old_blocks, 0);
  leak_changes_release(&changes);
  leak_compare(&(struct leak_result){now, 1, 0}, &(struct leak_result){NULL, 0, 0}, &changes);
  ck_assert_uint_eq(changes.count, 1);
  ck_assert_uint_eq(changes.items[0].loss.blocks, 0);
  leak_changes_release(&changes);
}
END_TEST

static const struct mode_case {
  uint64_t old_bytes, old_blocks, bytes, blocks;
  bool any, increased, changed, new;
} mode_cases[] = {
  {0, 0, 10, 1, true, true, true, true},
  {10, 1, 10, 1, true, false, false, false},
  {10, 1, 20, 1, true, true, true, false},
  {20, 2, 10, 1, true, false, true, false},
  {20, 2, 10, 3, true, true, true, false},
  {20, 2, 0, 0, false, false, true, false},
};

START_TEST(modes_show_what_they_say)
{
  const struct mode_case *mode_case = &mode_cases[_i];
  struct leak_change change = {.loss = loss(1, mode_case->bytes, mode_case->blocks),
                               .old_bytes = mode_case->old_bytes,
                               .old_blocks = mode_case->old_blocks};
  ck_assert_int_eq(leak_change_counts(&change, RECORD_DELTA_NONE), mode_case->any);
  ck_assert_int_eq(leak_change_counts(&change, RECORD_DELTA_INCREASED), mode_case->increased);
  ck_assert_int_eq(leak_change_counts(&change, RECORD_DELTA_CHANGED), mode_case->changed);
  ck_assert_int_eq(leak_change_counts(&change, RECORD_DELTA_NEW), mode_case->new);
}
END_TEST

START_TEST(indirect_bytes_count_too)
{
  struct leak_change change = {.loss = loss(1, 10, 1), .old_bytes = 10, .old_blocks = 1, .old_indirect_bytes = 8};
  ck_assert(leak_change_counts(&change, RECORD_DELTA_CHANGED));
  ck_assert(!leak_change_counts(&change, RECORD_DELTA_INCREASED));
  change.loss.indirect_bytes = 9;
  ck_assert(leak_change_counts(&change, RECORD_DELTA_INCREASED));
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("leak_delta");
  TCase *tcase = tcase_create("leak_delta");
  tcase_add_test(tcase, losses_are_put_beside_what_they_were);
  tcase_add_test(tcase, a_first_check_has_nothing_beside_it);
  tcase_add_loop_test(tcase, modes_show_what_they_say, 0, sizeof mode_cases / sizeof *mode_cases);
  tcase_add_test(tcase, indirect_bytes_count_too);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
