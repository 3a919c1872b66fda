/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the model makes of cycles: loss records as ever, with parts that say what of them is in which cycle; and what it
 * refuses. */
#include <stdlib.h>
#include <string.h>

#include "host/model/process/model.h"
#include "support/report_run.h"
#include "unit/unit.h"

static struct report_run run; /* for what a process stands on */
static struct process *process;

static void setup(void)
{
  report_run_begin(&run, (const char *const[]){"--count-inherited=no", NULL});
  report_run_start(&run);
  process_create(
    &(struct process_config){.options = run.options, .symbols = run.symbols, .suppressions = run.suppressions},
    &process);
  for (uint64_t id = 1; id <= 9; id++)
    build_stack(&run.stream, (struct record_stack){.id = id, .epoch = 2, .ips = BUILD_NUMBERS(0x108000 + id)});
  build_leak_begin(&run.stream, (struct record_leak_begin){.id = 1, .mode = RECORD_LEAK_FULL,
                                                           .reason = RECORD_LEAK_BY_REQUEST, .tid = 1});
}

static void teardown(void)
{
  process_destroy(process);
  report_run_end(&run);
}

static struct error *take(void)
{
  struct record_frame frame;
  bool is_found = true;
  record_reader_feed(run.reader, run.stream.data + run.taken, run.stream.size - run.taken);
  struct error *error = NULL;
  for (run.taken = run.stream.size; !error && is_found;) {
    error = record_reader_next(run.reader, &is_found, &frame);
    if (!error && is_found)
      error = process_take(process, &frame);
  }
  return error;
}

#define BUILD_CYCLE(number, ...) \
  build_cycle(&run.stream, (struct record_cycle){.check_id = 1, .id = number, .stack_ids = BUILD_NUMBERS(__VA_ARGS__)})

static struct record_loss loss(enum record_leak_kind kind, uint64_t stack, uint64_t leader, uint64_t cycle,
                               uint64_t bytes)
{
  return (struct record_loss){.check_id = 1, .kind = kind, .stack_id = stack, .leader_stack_id = leader,
                              .cycle_id = cycle, .bytes = bytes, .blocks = 1};
}

static void analyse(void)
{
  build_leak_end(&run.stream, (struct record_leak_end){.id = 1});
  ck_no_error(take());
}

static const struct loss_record *record(enum record_leak_kind kind, uint64_t stack)
{
  const struct loss_record *found = leak_check_find(&process->check, kind, stack);
  ck_assert_ptr_nonnull(found);
  return found;
}

static void refused(const char *message)
{
  ck_error_says(take(), message);
}

START_TEST(a_record_is_one_and_has_parts_by_cycle)
{
  BUILD_CYCLE(1, 3, 4);
  BUILD_CYCLE(2, 3, 4, 5);
  build_loss(&run.stream, loss(RECORD_LEAK_DEFINITE, 3, 0, 2, 1000));
  build_loss(&run.stream, loss(RECORD_LEAK_DEFINITE, 3, 0, 0, 7));
  struct record_loss leader = loss(RECORD_LEAK_DEFINITE, 3, 0, 1, 100);
  leader.indirect_bytes = 20;
  leader.indirect_blocks = 2;
  build_loss(&run.stream, leader);
  leader.inherited = 1; /* counts for the parent alone */
  build_loss(&run.stream, leader);
  analyse();
  ck_assert_uint_eq(process->check.record_count, 1);
  const struct loss_record *found = record(RECORD_LEAK_DEFINITE, 3);
  ck_assert_uint_eq(found->bytes, 1107);
  ck_assert_uint_eq(found->blocks, 3);
  ck_assert_uint_eq(found->part_count, 2);
  ck_assert_ptr_eq(found->parts[0].cycle, &process->check.cycles[0]);
  ck_assert_uint_eq(found->parts[0].bytes, 100);
  ck_assert_uint_eq(found->parts[0].indirect_bytes, 20);
  ck_assert_uint_eq(found->parts[0].indirect_blocks, 2);
  ck_assert_ptr_null(found->parts[0].leader);
  ck_assert_ptr_eq(found->parts[1].cycle, &process->check.cycles[1]);
  ck_assert_uint_eq(found->parts[1].bytes, 1000);
  ck_assert_uint_eq(found->parts[1].cycle->stack_count, 3);
  for (size_t i = 0; i < 3; i++) {
    ck_assert_uint_eq(found->parts[1].cycle->stacks[i]->id, 3 + i);
    ck_assert(found->parts[1].cycle->stacks[i]->is_resolved);
  }
}
END_TEST

START_TEST(indirectly_lost_parts_tell_their_leaders)
{
  BUILD_CYCLE(1, 3, 4, 5);
  build_loss(&run.stream, loss(RECORD_LEAK_INDIRECT, 4, 5, 1, 10));
  build_loss(&run.stream, loss(RECORD_LEAK_INDIRECT, 4, 3, 1, 200));
  build_loss(&run.stream, loss(RECORD_LEAK_INDIRECT, 4, 3, 0, 3000));
  build_loss(&run.stream, loss(RECORD_LEAK_INDIRECT, 4, 3, 1, 1));
  build_loss(&run.stream, loss(RECORD_LEAK_INDIRECT, 6, 3, 0, 5));
  analyse();
  const struct loss_record *found = record(RECORD_LEAK_INDIRECT, 4);
  ck_assert_uint_eq(found->bytes, 3211);
  ck_assert_uint_eq(found->part_count, 2);
  ck_assert_uint_eq(found->parts[0].leader->id, 3);
  ck_assert_uint_eq(found->parts[0].bytes, 201);
  ck_assert_uint_eq(found->parts[0].blocks, 2);
  ck_assert_uint_eq(found->parts[1].leader->id, 5);
  ck_assert_uint_eq(found->parts[1].bytes, 10);
  ck_assert_uint_eq(record(RECORD_LEAK_INDIRECT, 6)->part_count, 0);
}
END_TEST

START_TEST(a_cycle_that_another_leader_leads_to_tells_which)
{
  BUILD_CYCLE(1, 3, 4);
  build_loss(&run.stream, loss(RECORD_LEAK_DEFINITE, 3, 7, 1, 10));
  build_loss(&run.stream, loss(RECORD_LEAK_DEFINITE, 3, 0, 1, 200));
  analyse();
  const struct loss_record *found = record(RECORD_LEAK_DEFINITE, 3);
  ck_assert_uint_eq(process->check.record_count, 1);
  ck_assert_uint_eq(found->part_count, 2);
  ck_assert_ptr_null(found->parts[0].leader);
  ck_assert_uint_eq(found->parts[0].bytes, 200);
  ck_assert_uint_eq(found->parts[1].leader->id, 7);
  ck_assert_uint_eq(found->parts[1].bytes, 10);
}
END_TEST

/* Cycles have other numbers in each check, so what was lost before stands beside any of them. */
START_TEST(what_was_before_adds_up_over_cycles)
{
  BUILD_CYCLE(1, 3);
  BUILD_CYCLE(2, 3, 4);
  struct record_loss losses[] = {loss(RECORD_LEAK_DEFINITE, 3, 0, 1, 100), loss(RECORD_LEAK_DEFINITE, 3, 0, 2, 20),
                                 loss(RECORD_LEAK_DEFINITE, 3, 0, 0, 0)};
  losses[0].old_bytes = 50;
  losses[2].old_bytes = 70;
  for (size_t i = 0; i < 3; i++)
    build_loss(&run.stream, losses[i]);
  analyse();
  ck_assert_uint_eq(record(RECORD_LEAK_DEFINITE, 3)->bytes, 120);
  ck_assert_uint_eq(record(RECORD_LEAK_DEFINITE, 3)->old_bytes, 120);
}
END_TEST

START_TEST(a_stack_of_a_cycle_may_be_unknown)
{
  BUILD_CYCLE(1, 0, 4);
  build_loss(&run.stream, loss(RECORD_LEAK_DEFINITE, 0, 0, 1, 10));
  analyse();
  ck_assert_ptr_null(record(RECORD_LEAK_DEFINITE, 0)->parts[0].cycle->stacks[0]);
  ck_assert_uint_eq(record(RECORD_LEAK_DEFINITE, 0)->parts[0].cycle->stacks[1]->id, 4);
}
END_TEST

START_TEST(the_next_check_begins_anew)
{
  BUILD_CYCLE(1, 3, 4);
  analyse();
  build_leak_begin(&run.stream, (struct record_leak_begin){.id = 2, .mode = RECORD_LEAK_FULL, .tid = 1});
  struct record_loss other = loss(RECORD_LEAK_DEFINITE, 3, 0, 1, 10);
  other.check_id = 2;
  build_loss(&run.stream, other);
  refused("it names cycle 1, which was never sent");
}
END_TEST

/* --- what is refused --- */

START_TEST(cycle_of_another_check)
{
  build_cycle(&run.stream, (struct record_cycle){.check_id = 2, .id = 1, .stack_ids = BUILD_NUMBERS(1)});
  refused("leak check 2 is not under way");
}
END_TEST

START_TEST(cycle_after_the_check)
{
  analyse();
  BUILD_CYCLE(1, 3);
  refused("leak check 1 is not under way");
}
END_TEST

START_TEST(cycle_out_of_order)
{
  BUILD_CYCLE(10000000, 3);
  refused("cycle 10000000 comes after 0 others");
}
END_TEST

START_TEST(cycle_twice)
{
  BUILD_CYCLE(1, 3);
  BUILD_CYCLE(1, 4);
  refused("cycle 1 comes after 1 others");
}
END_TEST

START_TEST(cycle_of_an_unknown_stack)
{
  BUILD_CYCLE(1, 3, 77);
  refused("stack 77, which was never sent");
}
END_TEST

START_TEST(cycle_with_a_stack_twice)
{
  BUILD_CYCLE(1, 3, 3);
  refused("not in ascending order");
}
END_TEST

START_TEST(cycle_of_nothing)
{
  build_cycle(&run.stream, (struct record_cycle){.check_id = 1, .id = 1});
  refused("a cycle without stacks");
}
END_TEST

START_TEST(loss_in_an_unknown_cycle)
{
  BUILD_CYCLE(1, 3);
  build_loss(&run.stream, loss(RECORD_LEAK_DEFINITE, 3, 0, UINT64_MAX, 10));
  refused("cycle 18446744073709551615, which was never sent");
}
END_TEST

START_TEST(reachable_blocks_in_a_cycle)
{
  BUILD_CYCLE(1, 3);
  build_loss(&run.stream, loss(RECORD_LEAK_REACHABLE, 3, 0, 1, 10));
  refused("a cycle of blocks that are not lost");
}
END_TEST

START_TEST(parts_that_overflow)
{
  BUILD_CYCLE(1, 3);
  build_loss(&run.stream, loss(RECORD_LEAK_DEFINITE, 3, 0, 1, UINT64_MAX));
  build_loss(&run.stream, loss(RECORD_LEAK_DEFINITE, 3, 0, 1, 1));
  build_leak_end(&run.stream, (struct record_leak_end){.id = 1});
  refused("more than 64 bits");
}
END_TEST

/* A cycle with many stacks is looked at once, however many losses name it. */
START_TEST(many_losses_in_a_large_cycle)
{
  enum { STACKS = 20000, LOSSES = 20000 };
  uint64_t *ids = malloc(STACKS * sizeof *ids);
  for (uint64_t i = 0; i < STACKS; i++) {
    ids[i] = i + 100;
    build_stack(&run.stream, (struct record_stack){.id = ids[i], .epoch = 2, .ips = BUILD_NUMBERS(0x108000 + i % 99)});
  }
  build_cycle(&run.stream, (struct record_cycle){.check_id = 1, .id = 1, .stack_ids = {ids, STACKS}});
  for (uint64_t i = 0; i < LOSSES; i++)
    build_loss(&run.stream, loss(RECORD_LEAK_INDIRECT, 100 + i, 100, 1, 10));
  analyse();
  ck_assert_uint_eq(process->check.part_count, LOSSES);
  free(ids);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("report_cycles");
  TCase *tests = tcase_create("cycles");
  tcase_add_checked_fixture(tests, setup, teardown);
  tcase_add_test(tests, a_record_is_one_and_has_parts_by_cycle);
  tcase_add_test(tests, indirectly_lost_parts_tell_their_leaders);
  tcase_add_test(tests, a_cycle_that_another_leader_leads_to_tells_which);
  tcase_add_test(tests, what_was_before_adds_up_over_cycles);
  tcase_add_test(tests, a_stack_of_a_cycle_may_be_unknown);
  tcase_add_test(tests, the_next_check_begins_anew);
  tcase_add_test(tests, cycle_of_another_check);
  tcase_add_test(tests, cycle_after_the_check);
  tcase_add_test(tests, cycle_out_of_order);
  tcase_add_test(tests, cycle_twice);
  tcase_add_test(tests, cycle_of_an_unknown_stack);
  tcase_add_test(tests, cycle_with_a_stack_twice);
  tcase_add_test(tests, cycle_of_nothing);
  tcase_add_test(tests, loss_in_an_unknown_cycle);
  tcase_add_test(tests, reachable_blocks_in_a_cycle);
  tcase_add_test(tests, parts_that_overflow);
  tcase_add_test(tests, many_losses_in_a_large_cycle);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
