/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the model makes of LOST and LOST_EVENT, and what it refuses. */
#include "unit/unit.h"

#include <string.h>

#include "host/model/words/lost_notes.h"
#include "support/lost_stream.h"

static struct lost_run lost;
static struct record_builder *const stream = &lost.run.stream;

static void setup(void)
{
  lost_run_begin(&lost);
}

static void teardown(void)
{
  lost_run_end(&lost);
}

START_TEST(what_reads_alike_is_one)
{
  struct lost_blocks *ways;
  size_t count;
  lost_stream_loss(stream, RECORD_LEAK_DEFINITE, 9);
  static const enum lost_stack stacks[] = {LOST_STACK_POP, LOST_STACK_PARSE, LOST_STACK_PARSE_AGAIN, LOST_STACK_POP};
  for (uint64_t i = 0; i < 4; i++) {
    struct record_lost frame = lost_stream_lost(i + 1, RECORD_LOST_OVERWRITTEN, i + 1);
    frame.registers = i == 0 ? 0 : 1u << i;
    build_lost(stream, frame);
    build_lost_event(stream, lost_event_in_global(i + 1, RECORD_LOST_OVERWRITTEN, stacks[i]));
  }
  const struct loss_record *record = lost_run_analyse(&lost, RECORD_LEAK_DEFINITE);
  ck_assert_uint_eq(record->lost_count, 4);
  lost_blocks_gather(&record, 1, &ways, &count);
  ck_assert_uint_eq(count, 3); /* list_pop() is there with a register and without one */
  ck_assert_uint_eq(ways[0].blocks, 5);
  ck_assert_uint_eq(ways[0].bytes, 500);
  ck_assert_uint_eq(ways[0].drop.registers, 1 << 1 | 1 << 2);
  ck_assert_uint_eq(ways[1].blocks, 4);
  ck_assert_uint_eq(ways[2].blocks, 1);
  free(ways);
}
END_TEST

START_TEST(records_need_not_have_them)
{
  struct lost_notes notes;
  lost_stream_loss(stream, RECORD_LEAK_DEFINITE, 1);
  const struct loss_record *record = lost_run_analyse(&lost, RECORD_LEAK_DEFINITE);
  ck_assert_uint_eq(record->lost_count, 0);
  lost_notes_describe(lost.process, record, &notes);
  ck_assert_uint_eq(notes.count, 0);
  lost_notes_release(&notes);
}
END_TEST

/* By kind, both stacks and the cycle. */
START_TEST(they_go_to_the_record_of_their_loss)
{
  build_cycle(stream, (struct record_cycle){.check_id = 1, .id = 1, .stack_ids = BUILD_NUMBERS(1, 2)});
  lost_stream_loss(stream, RECORD_LEAK_REACHABLE, 1);
  lost_stream_loss(stream, RECORD_LEAK_DEFINITE, 2);
  struct record_loss loss = {.check_id = 1, .kind = RECORD_LEAK_DEFINITE, .stack_id = LOST_STACK_ALLOCATED,
                             .leader_stack_id = LOST_STACK_NODE, .cycle_id = 1, .bytes = 300, .blocks = 3};
  build_loss(stream, loss);
  struct record_lost frame = lost_stream_lost(1, RECORD_LOST_UNKNOWN, 3);
  frame.leader_stack_id = LOST_STACK_NODE;
  frame.cycle_id = 1;
  build_lost(stream, frame);
  build_lost(stream, lost_stream_lost(2, RECORD_LOST_NEVER_STORED, 2));
  frame = lost_stream_lost(3, RECORD_LOST_HELD, 1);
  frame.kind = RECORD_LEAK_REACHABLE;
  build_lost(stream, frame);
  const struct loss_record *definite = lost_run_analyse(&lost, RECORD_LEAK_DEFINITE);
  const struct loss_record *reachable =
    leak_check_find(&lost.process->check, RECORD_LEAK_REACHABLE, LOST_STACK_ALLOCATED);
  ck_assert_uint_eq(definite->lost_count, 2);
  ck_assert_ptr_eq(definite->lost[0].cycle, &lost.process->check.cycles[0]);
  ck_assert_uint_eq(definite->lost[0].leader->id, LOST_STACK_NODE);
  ck_assert_ptr_null(definite->lost[1].cycle);
  ck_assert_uint_eq(definite->lost[1].blocks, 2);
  ck_assert_uint_eq(reachable->lost_count, 1);
}
END_TEST

static void build_inherited(uint64_t is_inherited)
{
  build_loss(stream, (struct record_loss){.check_id = 1, .kind = RECORD_LEAK_DEFINITE, .inherited = is_inherited,
                                               .stack_id = LOST_STACK_ALLOCATED, .bytes = 100, .blocks = 1});
}

START_TEST(what_a_parent_reports_is_left_to_it)
{
  build_inherited(1);
  build_lost(stream, lost_stream_lost(1, RECORD_LOST_NEVER_STORED, 1));
  lost_stream_end(stream);
  ck_no_error(lost_run_take(&lost));
  ck_assert_uint_eq(lost.process->check.record_count, 0);
}
END_TEST

START_TEST(what_is_also_inherited_counts)
{
  build_inherited(1);
  build_inherited(0);
  build_lost(stream, lost_stream_lost(1, RECORD_LOST_NEVER_STORED, 2));
  ck_assert_uint_eq(lost_run_analyse(&lost, RECORD_LEAK_DEFINITE)->lost_count, 1);
}
END_TEST

START_TEST(the_next_check_begins_anew)
{
  lost_stream_loss(stream, RECORD_LEAK_DEFINITE, 1);
  build_lost(stream, lost_stream_lost(1, RECORD_LOST_OVERWRITTEN, 1));
  build_lost_event(stream, lost_event_in_frame(1, RECORD_LOST_OVERWRITTEN, LOST_STACK_POP));
  lost_run_analyse(&lost, RECORD_LEAK_DEFINITE);
  build_leak_begin(stream, (struct record_leak_begin){.id = 2, .mode = RECORD_LEAK_FULL, .tid = 1});
  build_loss(stream, (struct record_loss){.check_id = 2, .kind = RECORD_LEAK_DEFINITE,
                                               .stack_id = LOST_STACK_ALLOCATED, .bytes = 100, .blocks = 1});
  build_leak_end(stream, (struct record_leak_end){.id = 2});
  ck_no_error(lost_run_take(&lost));
  ck_assert_uint_eq(lost.process->check.records[0].lost_count, 0);
}
END_TEST

/* --- what is refused --- */

static void refused(const char *message)
{
  ck_error_says(lost_run_take(&lost), message);
}

static const struct {
  struct record_lost frame;
  const char *message;
} wrong[] = {
  {{.check_id = 2, .id = 1, .kind = 1, .blocks = 1}, "leak check 2 is not under way"},
  {{.check_id = 1, .id = 0, .kind = 1, .blocks = 1}, "it has number 0 instead of 1"},
  {{.check_id = 1, .id = UINT64_MAX, .kind = 1, .blocks = 1}, "it has number 18446744073709551615 instead of 1"},
  {{.check_id = 1, .id = 1, .kind = 0, .blocks = 1}, "leak kind 0 is unknown"},
  {{.check_id = 1, .id = 1, .kind = UINT64_MAX, .blocks = 1}, "leak kind 18446744073709551615 is unknown"},
  {{.check_id = 1, .id = 1, .kind = 1, .blocks = 1, .cause = RECORD_LOST_HELD + 1}, "cause 8 is unknown"},
  {{.check_id = 1, .id = 1, .kind = 1, .blocks = 0}, "it is about no blocks"},
};

START_TEST(blocks_that_make_no_sense)
{
  lost_stream_loss(stream, RECORD_LEAK_DEFINITE, 1);
  build_lost(stream, wrong[_i].frame);
  refused(wrong[_i].message);
}
END_TEST

static const struct record_lost strangers[] = {
  {.kind = RECORD_LEAK_POSSIBLE, .stack_id = LOST_STACK_ALLOCATED},
  {.kind = RECORD_LEAK_DEFINITE, .stack_id = LOST_STACK_POP},
  {.kind = RECORD_LEAK_DEFINITE, .stack_id = UINT64_MAX},
  {.kind = RECORD_LEAK_DEFINITE, .stack_id = LOST_STACK_ALLOCATED, .leader_stack_id = LOST_STACK_POP},
  {.kind = RECORD_LEAK_DEFINITE, .stack_id = LOST_STACK_ALLOCATED, .cycle_id = UINT64_MAX},
};

START_TEST(blocks_that_no_loss_has)
{
  struct record_lost frame = strangers[_i];
  frame.check_id = frame.id = frame.blocks = 1;
  lost_stream_loss(stream, RECORD_LEAK_DEFINITE, 1);
  build_lost(stream, frame);
  lost_stream_end(stream);
  refused("LOST 1 is about blocks that no LOSS has");
}
END_TEST

START_TEST(an_event_without_blocks)
{
  build_lost_event(stream, lost_event_in_global(1, RECORD_LOST_OVERWRITTEN, LOST_STACK_POP));
  refused("it belongs to LOST 1, which was not the last one");
}
END_TEST

START_TEST(an_event_of_earlier_blocks)
{
  build_lost(stream, lost_stream_lost(1, RECORD_LOST_OVERWRITTEN, 1));
  build_lost(stream, lost_stream_lost(2, RECORD_LOST_OVERWRITTEN, 1));
  build_lost_event(stream, lost_event_in_global(1, RECORD_LOST_OVERWRITTEN, LOST_STACK_POP));
  refused("it belongs to LOST 1, which was not the last one");
}
END_TEST

static const struct {
  uint64_t of_blocks, of_event;
  const char *message;
} causes[] = {
  {RECORD_LOST_OVERWRITTEN, RECORD_LOST_HELD + 1, "no event has cause 8"},
  {RECORD_LOST_OVERWRITTEN, UINT64_MAX, "no event has cause"},
  {RECORD_LOST_OVERWRITTEN, RECORD_LOST_NEVER_STORED, "no event has cause 1"},
  {RECORD_LOST_BY_HOLDER, RECORD_LOST_BY_HOLDER, "no event has cause 6"},
  {RECORD_LOST_NEVER_STORED, RECORD_LOST_OVERWRITTEN, "its cause is 2, but that of the blocks is 1"},
  {RECORD_LOST_OVERWRITTEN, RECORD_LOST_FRAME_LEFT, "its cause is 3, but that of the blocks is 2"},
  {RECORD_LOST_HELD, RECORD_LOST_OVERWRITTEN, "its cause is 2, but that of the blocks is 7"},
};

START_TEST(an_event_that_cannot_be)
{
  build_lost(stream, lost_stream_lost(1, (enum record_lost_cause)causes[_i].of_blocks, 1));
  struct record_lost_event event = lost_event_in_global(1, RECORD_LOST_OVERWRITTEN, LOST_STACK_POP);
  event.cause = causes[_i].of_event;
  build_lost_event(stream, event);
  refused(causes[_i].message);
}
END_TEST

static char *sentence_with_role(uint64_t role)
{
  build_lost(stream, lost_stream_lost(1, RECORD_LOST_OVERWRITTEN, 1));
  build_lost_event(stream, lost_event_in_global(1, RECORD_LOST_OVERWRITTEN, LOST_STACK_POP));
  struct record_lost_event event = lost_event_in_block(1, RECORD_LOST_HOLDER_FREED, LOST_STACK_DROP);
  event.role = role;
  build_lost_event(stream, event);
  lost_stream_loss(stream, RECORD_LEAK_DEFINITE, 1);
  return lost_sentence(&(struct lost_case){lost.process, NULL, lost_run_analyse(&lost, RECORD_LEAK_DEFINITE)->lost});
}

START_TEST(an_owner_comes_first)
{
  char *sentence = sentence_with_role(RECORD_LOST_ROLE_OWNER);
  const char *last = strstr(sentence, "; its last pointer, the global variable");
  ck_assert_ptr_nonnull(last);
  ck_assert_int_eq(strncmp(sentence, "Its owner, at offset ", 21), 0);
  ck_assert_ptr_nonnull(strstr(last, ", which others have outlived."));
  free(sentence);
}
END_TEST

START_TEST(what_may_be_an_owner_comes_last)
{
  char *sentence = sentence_with_role(RECORD_LOST_ROLE_NEWER);
  ck_assert_int_eq(strncmp(sentence, "Its last pointer, the global variable", 37), 0);
  ck_assert_ptr_nonnull(strstr(sentence, "; before that, a pointer that was stored later, at offset "));
  free(sentence);
}
END_TEST

static const struct {
  uint64_t role;
  bool is_second, is_held;
} roles[] = {{RECORD_LOST_ROLE_NEWER + 1, false, false},
             {UINT64_MAX, false, false},
             {RECORD_LOST_ROLE_OWNER, true, false},
             {RECORD_LOST_ROLE_OWNER, false, true}};

START_TEST(a_role_that_cannot_be)
{
  build_lost(stream, lost_stream_lost(1, RECORD_LOST_UNKNOWN, 1));
  struct record_lost_event event = lost_event_in_global(1, RECORD_LOST_OVERWRITTEN, LOST_STACK_POP);
  build_lost_event(stream, event);
  event.role = RECORD_LOST_ROLE_NEWER;
  if (roles[_i].is_second)
    build_lost_event(stream, event);
  event.role = roles[_i].role;
  if (roles[_i].is_held)
    event.cause = RECORD_LOST_HELD;
  build_lost_event(stream, event);
  refused("where there can be none");
}
END_TEST

START_TEST(an_event_with_an_unknown_stack)
{
  struct record_lost_event event = lost_event_in_block(1, RECORD_LOST_OVERWRITTEN, LOST_STACK_POP);
  uint64_t *const stacks[] = {&event.stack_id, &event.stored_stack_id, &event.value_stack_id, &event.alloc_stack_id};
  *stacks[_i] = 77;
  build_lost(stream, lost_stream_lost(1, RECORD_LOST_OVERWRITTEN, 1));
  build_lost_event(stream, event);
  refused("stack 77, which was never sent");
}
END_TEST

START_TEST(huge_numbers_are_only_numbers)
{
  struct record_lost frame = lost_stream_lost(1, RECORD_LOST_OVERWRITTEN, UINT64_MAX);
  struct record_lost_event event = lost_event_in_block(1, RECORD_LOST_OVERWRITTEN, LOST_STACK_POP);
  frame.bytes = frame.start = frame.registers = UINT64_MAX;
  event.address = event.into = event.value = event.tid = event.place_frame = UINT64_MAX;
  event.block_start = 1;
  event.block_bytes = UINT64_MAX;
  lost_stream_loss(stream, RECORD_LEAK_DEFINITE, 1);
  build_lost(stream, frame);
  build_lost_event(stream, event);
  frame.id = 2;
  build_lost(stream, frame);
  event.lost_id = 2;
  build_lost_event(stream, event);
  struct lost_notes notes;
  lost_notes_describe(lost.process, lost_run_analyse(&lost, RECORD_LEAK_DEFINITE), &notes);
  ck_assert_ptr_nonnull(strstr(notes.items[0].sentence, "For each of 18,446,744,073,709,551,615 blocks: its last "
                                                        "pointer, at offset 18,446,744,073,709,551,614 of a block"));
  lost_notes_release(&notes);
}
END_TEST

#define SIZE(table) (int)(sizeof table / sizeof *table)

int main(void)
{
  Suite *suite = suite_create("lost_blocks");
  TCase *tests = tcase_create("lost blocks");
  tcase_add_checked_fixture(tests, setup, teardown);
  tcase_add_test(tests, what_reads_alike_is_one);
  tcase_add_test(tests, records_need_not_have_them);
  tcase_add_test(tests, they_go_to_the_record_of_their_loss);
  tcase_add_test(tests, what_a_parent_reports_is_left_to_it);
  tcase_add_test(tests, what_is_also_inherited_counts);
  tcase_add_test(tests, the_next_check_begins_anew);
  tcase_add_loop_test(tests, blocks_that_make_no_sense, 0, SIZE(wrong));
  tcase_add_loop_test(tests, blocks_that_no_loss_has, 0, SIZE(strangers));
  tcase_add_test(tests, an_event_without_blocks);
  tcase_add_test(tests, an_event_of_earlier_blocks);
  tcase_add_loop_test(tests, an_event_that_cannot_be, 0, SIZE(causes));
  tcase_add_loop_test(tests, a_role_that_cannot_be, 0, sizeof roles / sizeof *roles);
  tcase_add_test(tests, an_owner_comes_first);
  tcase_add_test(tests, what_may_be_an_owner_comes_last);
  tcase_add_loop_test(tests, an_event_with_an_unknown_stack, 0, 4);
  tcase_add_test(tests, huge_numbers_are_only_numbers);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
