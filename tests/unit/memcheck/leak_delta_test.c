/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two leak checks beside each other. */
#include "memcheck/pure/leak/leak_delta.h"

#include "shared/record/record.h"
#include "unit/unit.h"

static struct leak_loss loss(uint32_t stack_id, uint64_t bytes, uint64_t blocks)
{
  return (struct leak_loss){.kind = RECORD_LEAK_DEFINITE, .stack_id = stack_id, .bytes = bytes, .blocks = blocks};
}

START_TEST(losses_are_put_beside_what_they_were)
{
  struct leak_loss old[] = {loss(1, 10, 1), loss(2, 20, 2), loss(4, 40, 4)};
  struct leak_loss now[] = {loss(2, 30, 3), loss(3, 5, 1), loss(4, 40, 4)};
  struct leak_changes changes;
  leak_delta_compare(&(struct leak_result){.losses = old, .loss_count = 3},
                     &(struct leak_result){.losses = now, .loss_count = 3}, &changes);
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
  leak_delta_release(&changes);
}
END_TEST

START_TEST(a_first_check_has_nothing_beside_it)
{
  struct leak_loss now[] = {loss(2, 30, 3)};
  struct leak_changes changes;
  leak_delta_compare(NULL, &(struct leak_result){.losses = now, .loss_count = 1}, &changes);
  ck_assert_uint_eq(changes.count, 1);
  ck_assert_uint_eq(changes.items[0].old_blocks, 0);
  leak_delta_release(&changes);
  leak_delta_compare(&(struct leak_result){.losses = now, .loss_count = 1},
                     &(struct leak_result){.losses = NULL, .loss_count = 0}, &changes);
  ck_assert_uint_eq(changes.count, 1);
  ck_assert_uint_eq(changes.items[0].loss.blocks, 0);
  leak_delta_release(&changes);
}
END_TEST

static struct leak_loss in_cycle(uint32_t cycle, uint64_t bytes)
{
  struct leak_loss lost = loss(1, bytes, 1);
  lost.cycle = cycle;
  return lost;
}

/* Cycles are numbered anew by each check, so a number means nothing beside that of another one. */
START_TEST(losses_of_one_key_and_different_cycles_add_up)
{
  struct leak_loss old[] = {in_cycle(0, 1), in_cycle(1, 20), in_cycle(7, 300), loss(2, 5, 1)};
  struct leak_loss now[] = {in_cycle(2, 4000), in_cycle(3, 50000), loss(2, 6, 1)};
  struct leak_changes changes;
  for (unsigned backwards = 0; backwards < 2; backwards++) {
    struct leak_result a = {.losses = old, .loss_count = 4}, b = {.losses = now, .loss_count = 3};
    leak_delta_compare(backwards ? &b : &a, backwards ? &a : &b, &changes);
    ck_assert_uint_eq(changes.count, 4);
    uint64_t bytes = 0, old_bytes = 0;
    for (unsigned i = 0; i < 3; i++) {
      const struct leak_change *change = &changes.items[i];
      ck_assert_uint_eq(change->loss.stack_id, 1);
      ck_assert(change->loss.blocks || !change->loss.cycle);
      bytes += change->loss.bytes;
      old_bytes += change->old_bytes;
    }
    ck_assert_uint_eq(bytes, backwards ? 321 : 54000);
    ck_assert_uint_eq(old_bytes, backwards ? 54000 : 321);
    ck_assert_uint_eq(changes.items[3].loss.stack_id, 2);
    leak_delta_release(&changes);
  }
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("leak_delta");
  TCase *tcase = tcase_create("leak_delta");
  tcase_add_test(tcase, losses_are_put_beside_what_they_were);
  tcase_add_test(tcase, a_first_check_has_nothing_beside_it);
  tcase_add_test(tcase, losses_of_one_key_and_different_cycles_add_up);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
