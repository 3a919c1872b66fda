/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is said of how blocks were lost, and what is suggested. */
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

static void is_text(char *text, const char *expected)
{
  if (expected)
    ck_assert_ptr_nonnull(text);
  if (expected)
    ck_assert_str_eq(text, expected);
  else
    ck_assert_msg(!text, "\"%s\"", text);
  free(text);
}

enum where { NOWHERE, IN_GLOBAL, IN_STATIC, IN_LOCAL, ON_STACK, IN_BLOCK, BESIDE_BLOCK, BY_SYMBOL, IN_SEGMENT };

static struct record_lost_event event_at(enum where where, enum record_lost_cause cause, enum lost_stack stack)
{
  struct record_lost_event event = where == IN_LOCAL || where == ON_STACK ? lost_event_in_frame(1, cause, stack)
                                   : where == IN_BLOCK || where == BESIDE_BLOCK ? lost_event_in_block(1, cause, stack)
                                                                                : lost_event_in_global(1, cause, stack);
  if (where == IN_STATIC)
    event.address = LOST_STATIC;
  if (where == ON_STACK)
    event.address += 8;
  if (where == BESIDE_BLOCK)
    event.address = LOST_BLOCK + 32;
  if (where == BY_SYMBOL || where == IN_SEGMENT || where == NOWHERE)
    event.address = 0x123456;
  if (where == IN_SEGMENT)
    event.place = RECORD_PLACE_SEGMENT;
  if (where == NOWHERE)
    event.place = RECORD_PLACE_UNKNOWN;
  return event;
}

enum { ANOTHER_BLOCK = 1, ANOTHER_VALUE = 2 };

static const struct {
  enum record_lost_cause cause;
  enum where where;
  enum lost_stack stack;
  int value;
  uint64_t registers;
  const char *sentence, *suggestion;
} told[] = {
  {RECORD_LOST_OVERWRITTEN, IN_GLOBAL, LOST_STACK_POP, 0, 0,
   "Its last pointer, the global variable \"head\", was overwritten with NULL in list_pop() (list.c:88).",
   "Free it before its pointer is overwritten in list_pop() (list.c:88), or keep another pointer to it."},
  {RECORD_LOST_OVERWRITTEN, IN_STATIC, LOST_STACK_PARSE, ANOTHER_BLOCK, 0,
   "Its last pointer, the static variable \"cache\" of parse(), was overwritten with a pointer to another block in "
   "parse() (parse.c:120).",
   "Free it before its pointer is overwritten in parse() (parse.c:120), or keep another pointer to it."},
  {RECORD_LOST_OVERWRITTEN, BY_SYMBOL, LOST_STACK_POP, ANOTHER_VALUE, 1 << 3,
   "Its last pointer, the global variable \"head\", was overwritten with another value in list_pop() (list.c:88); "
   "after "
   "that, only a register held it (rbx).",
   "A build with -O0 tells in which variable it was."},
  {RECORD_LOST_OVERWRITTEN, NOWHERE, 0, 0, 0, "Its last pointer was overwritten with NULL.", NULL},
  {RECORD_LOST_OVERWRITTEN, IN_SEGMENT, LOST_STACK_LIBRARY, 0, 0,
   "Its last pointer was overwritten with NULL in copy() (leak).",
   "Free it before its pointer is overwritten in copy() (leak), or keep another pointer to it."},
  {RECORD_LOST_FRAME_LEFT, IN_LOCAL, LOST_STACK_PARSE, 0, 0,
   "Its last pointer, the local variable \"token\" of parse(), was lost when parse() returned (parse.c:120).",
   "Free it before parse() returns (parse.c:120), or pass its pointer on."},
  {RECORD_LOST_FRAME_LEFT, IN_LOCAL, LOST_STACK_PARSE, 0, 1 << 3 | 1 << 16,
   "Its last pointer, the local variable \"token\" of parse(), was lost when parse() returned (parse.c:120); after "
   "that, "
   "only a register held it (rbx).",
   "A build with -O0 tells in which variable it was."},
  {RECORD_LOST_FRAME_LEFT, ON_STACK, LOST_STACK_POP, 0, 0,
   "Its last pointer, on the stack of copy(), was lost when copy() was left, in list_pop() (list.c:88).",
   "A build with -O0 tells in which variable it was."},
  {RECORD_LOST_FRAME_LEFT, NOWHERE, LOST_STACK_POP, 0, 0,
   "Its last pointer was lost when the function it was in returned, in list_pop() (list.c:88).", NULL},
  {RECORD_LOST_HOLDER_FREED, IN_BLOCK, LOST_STACK_DROP, 0, 0,
   "Its last pointer, at offset 8 of a block allocated in node_new() (node.c:12), was lost when that block was freed "
   "in "
   "cache_drop() (cache.c:40).",
   "Free it before the block that points to it is freed in cache_drop() (cache.c:40), or keep another pointer to it."},
  {RECORD_LOST_HOLDER_FREED, BESIDE_BLOCK, LOST_STACK_RESIZED, 0, 0,
   "Its last pointer was lost when the block it was in was resized in shrink() (vector.c:5).",
   "Free it before the block that points to it is resized in shrink() (vector.c:5), or keep another pointer to it."},
  {RECORD_LOST_UNMAPPED, IN_SEGMENT, LOST_STACK_DROP, 0, 0,
   "Its last pointer was lost when the memory it was in was unmapped in cache_drop() (cache.c:40).", NULL},
  {RECORD_LOST_UNKNOWN, IN_GLOBAL, LOST_STACK_POP, 0, 0, "It is not known how its last pointer was lost.", NULL},
};

static char *sentence_of(const struct loss_record *record)
{
  return lost_sentence(&(struct lost_case){lost.process, record->stack, record->lost});
}

static char *suggestion_for(const struct loss_record *record)
{
  return lost_suggestion(&(struct lost_case){lost.process, record->stack, record->lost});
}

START_TEST(each_cause_is_told)
{
  struct record_lost frame = lost_stream_lost(1, told[_i].cause, 1);
  frame.registers = told[_i].registers;
  struct record_lost_event event = event_at(told[_i].where, told[_i].cause, told[_i].stack);
  event.value = told[_i].value ? 0x4b00000 : 0;
  event.value_stack_id = told[_i].value == ANOTHER_BLOCK ? LOST_STACK_NODE : 0;
  lost_stream_loss(stream, RECORD_LEAK_DEFINITE, 1);
  build_lost(stream, frame);
  build_lost_event(stream, event);
  const struct loss_record *record = lost_run_analyse(&lost, RECORD_LEAK_DEFINITE);
  is_text(sentence_of(record), told[_i].sentence);
  is_text(suggestion_for(record), told[_i].suggestion);
}
END_TEST

/* Without debug information of the functions, registers for results count only of what was in no memory. Who is told of
 * is the caller of the function that left it. */
static const struct {
  enum record_lost_cause cause;
  enum where where;
  uint64_t registers; /* after the first frame; none after the second one */
  bool is_left;
  const char *sentence, *suggestion;
} drops[] = {
  {RECORD_LOST_NEVER_STORED, NOWHERE, 1 << 0, true,
   "It was never stored in memory: what malloc() returned to main() (leak.c:7) was dropped before main() returned.",
   "Keep the pointer that malloc() returns to main() (leak.c:7), and free it when it is no longer needed."},
  {RECORD_LOST_NEVER_STORED, NOWHERE, 1 << 0, false,
   "It was never stored in memory: what malloc() returned to main() (leak.c:7) was dropped.",
   "Keep the pointer that malloc() returns to main() (leak.c:7), and free it when it is no longer needed."},
  {RECORD_LOST_FRAME_LEFT, ON_STACK, 1 << 3, true,
   "Its last pointer, in a register of main(), was dropped before main() returned.",
   "Free it before main() returns, or pass its pointer on."},
  {RECORD_LOST_FRAME_LEFT, IN_LOCAL, 1 << 3, true,
   "Its last pointer, the local variable \"token\" of parse(), was lost when parse() was left, in list_pop() "
   "(list.c:88); after that, only a register held it (rbx).",
   "A build with -O0 tells in which variable it was."},
  {RECORD_LOST_OVERWRITTEN, IN_GLOBAL, 1 << 0, true,
   "Its last pointer, the global variable \"head\", was overwritten with NULL in list_pop() (list.c:88).",
   "Free it before its pointer is overwritten in list_pop() (list.c:88), or keep another pointer to it."},
};

START_TEST(who_dropped_it_is_told)
{
  struct record_lost frame = lost_stream_lost(1, drops[_i].cause, 1);
  const uint64_t stacks[] = {LOST_STACK_PARSE, LOST_STACK_POP}, registers[] = {0, drops[_i].registers};
  const size_t first = drops[_i].is_left ? 0 : 1;
  frame.exit_stack_ids = (struct record_numbers){stacks + first, 2 - first};
  frame.exit_registers = (struct record_numbers){registers + first, 2 - first};
  lost_stream_loss(stream, RECORD_LEAK_DEFINITE, 1);
  build_lost(stream, frame);
  if (drops[_i].cause != RECORD_LOST_NEVER_STORED)
    build_lost_event(stream, event_at(drops[_i].where, drops[_i].cause, LOST_STACK_POP));
  const struct loss_record *record = lost_run_analyse(&lost, RECORD_LEAK_DEFINITE);
  is_text(sentence_of(record), drops[_i].sentence);
  is_text(suggestion_for(record), drops[_i].suggestion);
}
END_TEST

/* A record may break off behind LOST. */
START_TEST(without_events_the_cause_is_told)
{
  static const char *const sentences[] = {
    [RECORD_LOST_UNKNOWN] = "It is not known how its last pointer was lost.",
    [RECORD_LOST_NEVER_STORED] =
      "It was never stored in memory: what malloc() returned to main() (leak.c:7) was dropped.",
    [RECORD_LOST_OVERWRITTEN] = "Its last pointer was overwritten.",
    [RECORD_LOST_FRAME_LEFT] = "Its last pointer was lost when the function it was in returned.",
    [RECORD_LOST_HOLDER_FREED] = "Its last pointer was lost when the block it was in was freed.",
    [RECORD_LOST_UNMAPPED] = "Its last pointer was lost when the memory it was in was unmapped.",
    [RECORD_LOST_BY_HOLDER] = "The last pointer to it is in a block that is lost itself.",
    [RECORD_LOST_HELD] = "A pointer to it is still there.",
  };
  lost_stream_loss(stream, RECORD_LEAK_DEFINITE, 1);
  build_lost(stream, lost_stream_lost(1, (enum record_lost_cause)_i, 1));
  const struct loss_record *record = lost_run_analyse(&lost, RECORD_LEAK_DEFINITE);
  is_text(sentence_of(record), sentences[_i]);
  is_text(suggestion_for(record), _i == RECORD_LOST_NEVER_STORED
                                    ? "Keep the pointer that malloc() returns to main() (leak.c:7), and free it when "
                                      "it is no longer needed." : NULL);
}
END_TEST

static const struct {
  enum record_lost_cause cause;
  enum where where;
  enum lost_stack stored;
  uint64_t into;
  const char *sentence;
} held[] = {
  {RECORD_LOST_BY_HOLDER, IN_BLOCK, LOST_STACK_POP, 0,
   "The last pointer to it, at offset 8 of a block allocated in node_new() (node.c:12), is in a block that is lost "
   "itself; it was stored there in list_pop() (list.c:88)."},
  {RECORD_LOST_HELD, IN_GLOBAL, LOST_STACK_POP, 0,
   "A pointer to it is in the global variable \"head\"; it was stored there in list_pop() (list.c:88)."},
  {RECORD_LOST_HELD, IN_BLOCK, 0, 16,
   "A pointer into it, 16 bytes past its start, is at offset 8 of a block allocated in node_new() (node.c:12)."},
  {RECORD_LOST_HELD, ON_STACK, 0, 1, "A pointer into it, 1 byte past its start, is on the stack of copy()."},
  {RECORD_LOST_HELD, NOWHERE, 0, 0, "A pointer to it is in memory of which nothing is known."},
};

START_TEST(pointers_that_are_still_there_are_told)
{
  struct record_lost frame = lost_stream_lost(1, held[_i].cause, 1);
  struct record_lost_event event = event_at(held[_i].where, RECORD_LOST_HELD, 0);
  frame.kind = RECORD_LEAK_POSSIBLE;
  event.stored_stack_id = held[_i].stored;
  event.into = held[_i].into;
  lost_stream_loss(stream, RECORD_LEAK_POSSIBLE, 1);
  build_lost(stream, frame);
  build_lost_event(stream, event);
  const struct loss_record *record = lost_run_analyse(&lost, RECORD_LEAK_POSSIBLE);
  is_text(sentence_of(record), held[_i].sentence);
  is_text(suggestion_for(record), NULL);
}
END_TEST

START_TEST(several_blocks_are_told_of_as_one)
{
  is_text(lost_sentence_of("Its last pointer.", 1, 1), "Its last pointer.");
  is_text(lost_sentence_of("Its last pointer.", 2000, 2000), "For each of 2,000 blocks: its last pointer.");
  is_text(lost_sentence_of("Its last pointer.", 1, 3), "For 1 of 3 blocks: its last pointer.");
  is_text(lost_sentence_of("", 1, 3), "For 1 of 3 blocks: ");
}
END_TEST

START_TEST(what_happened_before_is_told_below)
{
  lost_stream_loss(stream, RECORD_LEAK_DEFINITE, 1);
  build_lost(stream, lost_stream_lost(1, RECORD_LOST_OVERWRITTEN, 1));
  struct record_lost_event last = lost_event_in_block(1, RECORD_LOST_OVERWRITTEN, LOST_STACK_POP);
  last.stored_stack_id = LOST_STACK_PARSE;
  last.value = 1;
  last.value_stack_id = LOST_STACK_COPIED;
  build_lost_event(stream, last);
  build_lost_event(stream, lost_event_in_frame(1, RECORD_LOST_FRAME_LEFT, LOST_STACK_PARSE));
  struct lost_notes notes;
  lost_notes_describe(lost.process, lost_run_analyse(&lost, RECORD_LEAK_DEFINITE), &notes);
  static const struct {
    const char *sentence;
    enum lost_stack stack;
  } expected[] = {
    {"Its last pointer, at offset 8 of a block allocated in node_new() (node.c:12), was overwritten with a pointer to "
     "another block in list_pop() (list.c:88).",
     LOST_STACK_POP},
    {"That pointer was stored at", LOST_STACK_PARSE},
    {"The block holding that pointer was allocated at", LOST_STACK_NODE},
    {"The new value points into a block allocated at", LOST_STACK_COPIED},
    {"Before that, another pointer, the local variable \"token\" of parse(), was lost when parse() returned "
     "(parse.c:120).",
     LOST_STACK_PARSE},
    {"Free it before its pointer is overwritten in list_pop() (list.c:88), or keep another pointer to it.", 0},
  };
  ck_assert_uint_eq(notes.count, sizeof expected / sizeof *expected);
  for (size_t i = 0; i < notes.count; i++) {
    ck_assert_str_eq(notes.items[i].sentence, expected[i].sentence);
    ck_assert_uint_eq(notes.items[i].stack ? notes.items[i].stack->id : 0, expected[i].stack);
  }
  lost_notes_release(&notes);
}
END_TEST

#define SIZE(table) (int)(sizeof table / sizeof *table)

int main(void)
{
  Suite *suite = suite_create("lost_words");
  TCase *tests = tcase_create("lost words");
  tcase_add_checked_fixture(tests, setup, teardown);
  tcase_add_loop_test(tests, each_cause_is_told, 0, SIZE(told));
  tcase_add_loop_test(tests, who_dropped_it_is_told, 0, sizeof drops / sizeof *drops);
  tcase_add_loop_test(tests, without_events_the_cause_is_told, 0, RECORD_LOST_HELD + 1);
  tcase_add_loop_test(tests, pointers_that_are_still_there_are_told, 0, SIZE(held));
  tcase_add_test(tests, several_blocks_are_told_of_as_one);
  tcase_add_test(tests, what_happened_before_is_told_below);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
