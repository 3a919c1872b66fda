/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two leak checks beside each other. */
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

static Suite *make_suite(void)
{
  Suite *suite = suite_create("leak_delta");
  TCase *tcase = tcase_create("leak_delta");
  tcase_add_test(tcase, losses_are_put_beside_what_they_were);
  tcase_add_test(tcase, a_first_check_has_nothing_beside_it);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
