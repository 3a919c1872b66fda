/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The event that lost a block, against brute force: random programs store, copy and overwrite pointers, enter and leave
 * functions, make and free blocks, and after each step a search from the roots says which blocks were lost by it. */
#include "memcheck/pure/follow/references.h"

#include <string.h>

#include "unit/unit.h"

enum {
  WORD = 8,
  BLOCKS = 24,
  BLOCK_WORDS = 4,
  GLOBALS = 4,
  FRAMES = 5,
  FRAME_WORDS = 3,
  STEPS = 60,
  PROGRAMS = UNIT_TRIALS(100000)
};
#define GLOBALS_AT UINT64_C(0x10000)
#define FRAMES_AT UINT64_C(0x20000)
#define BLOCKS_AT UINT64_C(0x100000)
#define BLOCK_SPACE UINT64_C(0x100)

struct made {
  uint64_t words[BLOCK_WORDS];
  followed_id id;
  bool is_live, is_reachable, was_lost;
  unsigned lost_at; /* step */
};

static void note_event(struct references *references, followed_id target, struct reference_event event)
{
  references_take_time(references, &event);
  references_note_event(references, target, event);
}

static struct model {
  uint64_t globals[GLOBALS], frames[FRAMES][FRAME_WORDS];
  struct made blocks[BLOCKS];
  unsigned block_count, depth, step;
  uint64_t random;
  struct references *references;
} model;

static unsigned random_below(unsigned limit)
{
  model.random = model.random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (unsigned)(model.random >> 33) % limit;
}

/* --- the model's memory --- */

static struct made *block_at(uint64_t value)
{
  const uint64_t number = (value - BLOCKS_AT) / BLOCK_SPACE;
  if (value < BLOCKS_AT || number >= model.block_count || (value - BLOCKS_AT) % BLOCK_SPACE >= BLOCK_WORDS * WORD)
    return NULL;
  return model.blocks[number].is_live ? &model.blocks[number] : NULL;
}

static uint64_t start_of(const struct made *block)
{
  return BLOCKS_AT + (uint64_t)(block - model.blocks) * BLOCK_SPACE;
}

static void reach(uint64_t value)
{
  struct made *const block = block_at(value);
  if (!block || block->is_reachable)
    return;
  block->is_reachable = true;
  for (unsigned i = 0; i < BLOCK_WORDS; i++)
    reach(block->words[i]);
}

static void search(void)
{
  for (unsigned i = 0; i < model.block_count; i++)
    model.blocks[i].is_reachable = false;
  for (unsigned i = 0; i < GLOBALS; i++)
    reach(model.globals[i]);
  for (unsigned frame = 0; frame < model.depth; frame++)
    for (unsigned i = 0; i < FRAME_WORDS; i++)
      reach(model.frames[frame][i]);
  for (unsigned i = 0; i < model.block_count; i++) {
    struct made *const block = &model.blocks[i];
    if (block->is_live && !block->is_reachable && !block->was_lost) {
      block->was_lost = true;
      block->lost_at = model.step;
    }
  }
}

/* --- what is tested is told of each change --- */

static void lose(uint64_t address)
{
  const struct reference gone = *references_find(model.references, address);
  if (references_may_be_last(model.references, &gone))
    note_event(model.references, gone.target,
               (struct reference_event){.address = address, .stack = model.step, .holder = gone.holder});
  references_remove(model.references, address);
}

static void lose_all(uint64_t start, uint64_t end)
{
  for (uint64_t address = start; references_next_in(model.references, address, end, &address);)
    lose(address);
}

static void store(uint64_t address, uint64_t *word, uint64_t value)
{
  const struct made *const target = block_at(value), *const holder = block_at(address);
  *word = value;
  if (references_find(model.references, address))
    lose(address);
  if (target)
    references_add(model.references,
                   &(struct reference){.address = address, .target = target->id, .holder = holder ? holder->id : 0});
}

/* --- steps --- */

/* A word that the program can get at. */
static uint64_t *some_word(uint64_t *ret_address)
{
  const unsigned kind = random_below(4), number = random_below(BLOCKS);
  struct made *const block = number < model.block_count ? &model.blocks[number] : NULL;
  if (kind >= 2 && block && block->is_live && block->is_reachable) {
    const unsigned i = random_below(BLOCK_WORDS);
    *ret_address = start_of(block) + i * WORD;
    return &block->words[i];
  }
  if (kind == 1 && model.depth > 0) {
    const unsigned frame = random_below(model.depth), i = random_below(FRAME_WORDS);
    *ret_address = FRAMES_AT + (frame * FRAME_WORDS + i) * WORD;
    return &model.frames[frame][i];
  }
  const unsigned i = random_below(GLOBALS);
  *ret_address = GLOBALS_AT + i * WORD;
  return &model.globals[i];
}

/* Null, a number, or what another word holds, perhaps a little further. */
static uint64_t some_value(void)
{
  uint64_t unused;
  const unsigned kind = random_below(8);
  if (kind < 2)
    return kind * 1337;
  const uint64_t value = *some_word(&unused);
  return kind == 2 && block_at(value) ? start_of(block_at(value)) + random_below(BLOCK_WORDS) * WORD : value;
}

static void make_block(void)
{
  uint64_t address;
  if (model.block_count == BLOCKS)
    return;
  struct made *const block = &model.blocks[model.block_count++];
  block->is_live = true;
  block->id = references_follow(model.references, start_of(block), BLOCK_WORDS * WORD, 0);
  if (random_below(10) == 0) /* the pointer is dropped */
    return;
  uint64_t *const word = some_word(&address);
  store(address, word, start_of(block));
}

static void free_block(void)
{
  uint64_t unused;
  struct made *const block = block_at(*some_word(&unused));
  if (!block)
    return;
  lose_all(start_of(block), start_of(block) + BLOCK_WORDS * WORD);
  references_end(model.references, block->id);
  references_forget(model.references, block->id);
  block->is_live = false;
}

static void enter_function(void)
{
  if (model.depth < FRAMES)
    memset(model.frames[model.depth++], 0, sizeof model.frames[0]);
}

static void leave_function(void)
{
  if (model.depth == 0)
    return;
  model.depth--;
  const uint64_t start = FRAMES_AT + model.depth * FRAME_WORDS * WORD;
  lose_all(start, start + FRAME_WORDS * WORD);
}

static void store_something(void)
{
  uint64_t address;
  const uint64_t value = some_value();
  uint64_t *const word = some_word(&address);
  store(address, word, value);
}

static void take_step(void)
{
  switch (random_below(16)) {
  case 0: case 1: case 2: case 3:
    make_block();
    break;
  case 4:
    free_block();
    break;
  case 5: case 6:
    enter_function();
    break;
  case 7:
    leave_function();
    break;
  default:
    store_something();
  }
}

/* --- who leads to whom in the end --- */

static bool leads[BLOCKS][BLOCKS];

static void find_ways(void)
{
  memset(leads, 0, sizeof leads);
  for (unsigned i = 0; i < model.block_count; i++)
    for (unsigned k = 0; model.blocks[i].is_live && k < BLOCK_WORDS; k++)
      if (block_at(model.blocks[i].words[k]))
        leads[i][block_at(model.blocks[i].words[k]) - model.blocks] = true;
  for (unsigned k = 0; k < model.block_count; k++)
    for (unsigned i = 0; i < model.block_count; i++)
      for (unsigned j = 0; j < model.block_count; j++)
        leads[i][j] |= leads[i][k] && leads[k][j];
}

/* Does anything lead to it that it does not lead to? */
static bool hangs_from_another(unsigned number)
{
  for (unsigned i = 0; i < model.block_count; i++)
    if (leads[i][number] && !leads[number][i])
      return true;
  return false;
}

static unsigned cycle_size(unsigned number)
{
  unsigned size = 1;
  for (unsigned i = 0; i < model.block_count; i++)
    size += i != number && leads[i][number] && leads[number][i];
  return size;
}

static void compare(uint64_t seed)
{
  find_ways();
  for (unsigned i = 0; i < model.block_count; i++) {
    const struct made *const block = &model.blocks[i];
    if (!block->is_live || block->is_reachable || hangs_from_another(i))
      continue;
    followed_id members[BLOCKS], target;
    const size_t count = references_cycle(model.references, block->id, members, BLOCKS);
    ck_assert_msg(count == cycle_size(i), "program %lu: block %u has %zu members, not %u", seed, i, count,
                  cycle_size(i));
    const struct reference_event *const event = references_loss(model.references, members, count, &target);
    const unsigned step = event ? event->stack : 0;
    if (event || references_followed(model.references, block->id)->was_stored)
      ck_assert_msg(step == block->lost_at, "program %lu: block %u was lost by step %u, not %u", seed, i,
                    block->lost_at, step);
  }
}

static void run_program(uint64_t seed)
{
  memset(&model, 0, sizeof model);
  model.random = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
  model.references = references_create();
  for (model.step = 1; model.step <= STEPS; model.step++) {
    take_step();
    search();
  }
  ck_assert(references_is_valid(model.references));
  compare(seed);
  references_destroy(model.references);
}

START_TEST(the_event_is_the_one_that_brute_force_finds)
{
  for (uint64_t seed = 1; seed <= PROGRAMS; seed++)
    run_program(seed);
}
END_TEST

/* --- details --- */

static struct references *references;

static void setup(void)
{
  references = references_create();
}

static void teardown(void)
{
  ck_assert(references_is_valid(references));
  references_destroy(references);
}

static void add(uint64_t address, followed_id target, followed_id holder)
{
  references_add(references, &(struct reference){.address = address, .target = target, .holder = holder});
}

START_TEST(words_are_found_in_ranges)
{
  const followed_id id = references_follow(references, BLOCKS_AT, 1337, 0);
  uint64_t found;
  ck_assert(!references_next_in(references, 0, UINT64_MAX, &found));
  add(GLOBALS_AT + 24, id, 0);
  add(GLOBALS_AT + 4096, id, 0);
  ck_assert(references_next_in(references, GLOBALS_AT + 17, GLOBALS_AT + 8192, &found));
  ck_assert_uint_eq(found, GLOBALS_AT + 24);
  ck_assert(references_next_in(references, GLOBALS_AT + 25, UINT64_MAX, &found));
  ck_assert_uint_eq(found, GLOBALS_AT + 4096);
  ck_assert(!references_next_in(references, GLOBALS_AT + 32, GLOBALS_AT + 4096, &found));
  ck_assert(references_next_in(references, GLOBALS_AT + 32, GLOBALS_AT + 4097, &found));
  references_remove(references, GLOBALS_AT + 4096);
  ck_assert(!references_next_in(references, GLOBALS_AT + 32, UINT64_MAX, &found));
}
END_TEST

START_TEST(many_words_come_and_go)
{
  enum { MANY = 5000 };
  const followed_id id = references_follow(references, BLOCKS_AT, 1337, 0);
  for (uint64_t i = 0; i < MANY; i++)
    add(GLOBALS_AT + i * 72, id, 0);
  ck_assert(references_is_valid(references));
  for (uint64_t i = 0; i < MANY; i += 2)
    references_remove(references, GLOBALS_AT + i * 72);
  ck_assert_uint_eq(references_count(references), MANY / 2);
  for (uint64_t i = 0; i < MANY; i++)
    ck_assert_int_eq(references_find(references, GLOBALS_AT + i * 72) != NULL, i % 2);
}
END_TEST

START_TEST(an_id_is_used_again_when_nothing_points_there)
{
  const followed_id first = references_follow(references, BLOCKS_AT, 16, 7);
  add(GLOBALS_AT, first, 0);
  references_end(references, first);
  ck_assert_uint_ne(references_follow(references, BLOCKS_AT + 96, 16, 8), first);
  references_forget(references, first);
  ck_assert_uint_ne(references_follow(references, BLOCKS_AT + 64, 16, 8), first);
  references_remove(references, GLOBALS_AT);
  ck_assert_uint_eq(references_follow(references, BLOCKS_AT + 128, 16, 9), first);
}
END_TEST

START_TEST(the_last_events_are_kept)
{
  const followed_id id = references_follow(references, BLOCKS_AT, 16, 0);
  for (uint32_t i = 1; i <= REFERENCE_EVENTS + 2; i++)
    note_event(references, id, (struct reference_event){.stack = i});
  const struct followed *const followed = references_followed(references, id);
  for (uint32_t i = 0; i < REFERENCE_EVENTS; i++)
    ck_assert_uint_eq(references_event(followed, i)->stack, REFERENCE_EVENTS + 2 - i);
  ck_assert_ptr_null(references_event(followed, REFERENCE_EVENTS));
}
END_TEST

/* Who still has a pointer in a register may change lost blocks among themselves. */
START_TEST(what_happens_within_a_cycle_loses_nothing)
{
  const followed_id a = references_follow(references, BLOCKS_AT, 16, 0),
                    b = references_follow(references, BLOCKS_AT + 64, 16, 0);
  followed_id target;
  note_event(references, a, (struct reference_event){.stack = 1});
  note_event(references, a, (struct reference_event){.stack = 2, .holder = b});
  note_event(references, b, (struct reference_event){.stack = 3, .holder = a});
  ck_assert_uint_eq(references_loss(references, (followed_id[]){a, b}, 2, &target)->stack, 1);
  ck_assert_uint_eq(target, a);
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("references");
  TCase *details = tcase_create("details"), *programs = tcase_create("programs");
  tcase_add_checked_fixture(details, setup, teardown);
  tcase_add_test(details, words_are_found_in_ranges);
  tcase_add_test(details, many_words_come_and_go);
  tcase_add_test(details, an_id_is_used_again_when_nothing_points_there);
  tcase_add_test(details, the_last_events_are_kept);
  tcase_add_test(details, what_happens_within_a_cycle_loses_nothing);
  tcase_set_timeout(programs, 120);
  tcase_add_test(programs, the_event_is_the_one_that_brute_force_finds);
  suite_add_tcase(suite, details);
  suite_add_tcase(suite, programs);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
