/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Watched blocks and their exits against the plainest way to keep them: random steps, and after each all is
 * compared. */
#include "memcheck/pure/follow/exits.h"

#include <string.h>

#include "unit/unit.h"

enum { WORD = 8, BLOCKS = 40, WORDS = 24, STEPS = 80, PROGRAMS = UNIT_TRIALS(1500), EXITS_MAX = 3 * EXITS_KEPT };
#define WORDS_AT UINT64_C(0x7fff0000)

struct plain {
  uint64_t word; /* 0: not watched */
  struct frame_exit exits[EXITS_MAX];
  unsigned count;
};

static struct {
  struct plain blocks[BLOCKS + 1];
  struct exits *exits;
  uint64_t random;
} model;

static unsigned random_below(unsigned limit)
{
  model.random = model.random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (unsigned)(model.random >> 33) % limit;
}

/* Far apart as well as near. */
static uint64_t random_word(void)
{
  const uint64_t number = random_below(WORDS);
  return WORDS_AT + (number % 2 ? number : number << 20) * WORD;
}

static void step(void)
{
  const followed_id id = 1 + random_below(BLOCKS);
  struct plain *block = &model.blocks[id];
  const uint64_t word = random_below(5) == 0 ? 0 : random_word();
  switch (random_below(4)) {
  case 0:
    exits_begin(model.exits, id, word);
    *block = (struct plain){.word = word};
    break;
  case 1:
    exits_end(model.exits, id);
    *block = (struct plain){0};
    break;
  case 2:
    exits_give_up(model.exits, id);
    *block = (struct plain){0};
    break;
  default:
    if (block->word == 0 || block->count == EXITS_MAX)
      break;
    block->exits[block->count++] = (struct frame_exit){random_below(100), random_below(100)};
    exits_move_on(model.exits, id, block->exits[block->count - 1], word);
    block->word = word;
  }
}

static void compare_block(followed_id id)
{
  const struct plain *block = &model.blocks[id];
  const unsigned kept = block->count < EXITS_KEPT ? block->count : EXITS_KEPT;
  for (unsigned number = 0; number < kept; number++) {
    const struct frame_exit *exit = exits_of(model.exits, id, number);
    ck_assert_ptr_nonnull(exit);
    ck_assert_mem_eq(exit, &block->exits[block->count - 1 - number], sizeof *exit);
  }
  ck_assert_ptr_null(exits_of(model.exits, id, kept));
}

static bool is_watched(uint64_t word)
{
  for (followed_id id = 1; id <= BLOCKS; id++)
    if (model.blocks[id].word == word)
      return true;
  return false;
}

static uint64_t lowest_watched(uint64_t start, uint64_t end)
{
  uint64_t lowest = UINT64_MAX;
  for (followed_id id = 1; id <= BLOCKS; id++) {
    const uint64_t word = model.blocks[id].word;
    if (word != 0 && word >= start && word < end && word < lowest)
      lowest = word;
  }
  return lowest;
}

static void compare(void)
{
  uint64_t start = random_word(), end = random_word(), found = 0;
  for (followed_id id = 1; id <= BLOCKS; id++)
    compare_block(id);
  if (end < start)
    end = start + 1 + random_below(100);
  const uint64_t lowest = lowest_watched(start, end);
  ck_assert_int_eq(exits_next_in(model.exits, start, end, &found), lowest != UINT64_MAX);
  if (lowest != UINT64_MAX)
    ck_assert_uint_eq(found, lowest);
  const uint64_t word = random_word();
  const followed_id id = exits_watched_at(model.exits, word);
  ck_assert_int_eq(id != 0, is_watched(word));
  if (id != 0)
    ck_assert_uint_eq(model.blocks[id].word, word);
  ck_assert(exits_are_valid(model.exits));
}

START_TEST(as_the_plain_way)
{
  for (unsigned program = 0; program < PROGRAMS; program++) {
    memset(model.blocks, 0, sizeof model.blocks);
    model.exits = exits_create();
    model.random = program;
    for (unsigned i = 0; i < STEPS; i++) {
      step();
      compare();
    }
    exits_destroy(model.exits);
  }
}
END_TEST

/* All blocks that a loop drops are watched at one word. */
START_TEST(many_at_one_word)
{
  enum { MANY = 10000 };
  struct exits *exits = exits_create();
  uint64_t word;
  for (followed_id id = 1; id <= MANY; id++)
    exits_begin(exits, id, WORDS_AT);
  ck_assert_uint_eq(exits_count(exits), MANY);
  for (followed_id id = 2; id <= MANY; id += 2)
    exits_end(exits, id);
  for (followed_id id; (id = exits_watched_at(exits, WORDS_AT)) != 0;)
    exits_move_on(exits, id, (struct frame_exit){1, 1}, WORDS_AT + WORD);
  ck_assert_uint_eq(exits_count(exits), MANY / 2);
  ck_assert(exits_next_in(exits, 0, UINT64_MAX, &word));
  ck_assert_uint_eq(word, WORDS_AT + WORD);
  ck_assert(exits_are_valid(exits));
  exits_destroy(exits);
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("exits");
  TCase *test = tcase_create("exits");
  tcase_add_test(test, as_the_plain_way);
  tcase_add_test(test, many_at_one_word);
  tcase_set_timeout(test, 60);
  suite_add_tcase(suite, test);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
