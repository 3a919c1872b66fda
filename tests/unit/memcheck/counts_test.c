/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which words are counts of references: of each width, beside each other, kept from -1 on, or whose last fall is not
 * stored; and which are none: lengths, and what changes otherwise. A stack is a function and a number of a call of it:
 * 100 * function + call. */
#include "memcheck/pure/follow/counts.h"

#include "unit/unit.h"

enum { MADE = 100, TOOK = 200, GAVE = 300, FREED = 400, PLACE = 7, BLOCKS = 8 };

static struct counts *counts;
static uint64_t words[BLOCKS + 2][COUNTS_WORDS];

static size_t frames_of(uint32_t stack)
{
  return stack != 0 ? 3 : 0;
}

/* main() has called the functions. */
static size_t in_common(uint32_t a, uint32_t b)
{
  return a == b ? 3 : a % 100 == b % 100 ? 2 : 1;
}

static uint32_t key_of(uint32_t stack)
{
  return stack;
}

static uint64_t instruction_of(uint32_t stack)
{
  return stack / 100;
}

static bool frees(uint32_t before, uint32_t fall, uint32_t free)
{
  return fall % 100 == free % 100;
}

static uint64_t read_word(followed_id id, size_t word)
{
  return words[id][word];
}

static void begin(void)
{
  static const struct counts_stacks stacks = {
    .stacks = {frames_of, in_common, key_of}, .instruction = instruction_of, .frees = frees};
  counts = counts_create(&stacks);
}

static void make(followed_id id)
{
  for (size_t i = 0; i < COUNTS_WORDS; i++)
    words[id][i] = 0;
  counts_follow(counts, id, PLACE, 100);
}

static void store(followed_id id, size_t word, unsigned first, unsigned bytes, uint64_t value, uint32_t stack)
{
  const uint64_t mask = (bytes == 8 ? ~UINT64_C(0) : (UINT64_C(1) << 8 * bytes) - 1) << 8 * first;
  words[id][word] = (words[id][word] & ~mask) | (value << 8 * first & mask);
  const bool wants_stack = counts_want_stack(counts, id, word, first, bytes, words[id][word]);
  counts_stored(counts, id, word, first, bytes, words[id][word], wants_stack ? stack : 0);
}

/* Made with one reference, taken by one more and given back; and once more, if the block is not to be lost. */
static void live(followed_id id, size_t word, unsigned first, unsigned bytes, uint64_t nothing, bool is_lost)
{
  make(id);
  store(id, word, first, bytes, nothing + 1, MADE + 1);
  store(id, word, first, bytes, nothing + 2, TOOK + 2);
  counts_held(counts, id, 0x1000 + 8 * id, TOOK + 2);
  store(id, word, first, bytes, nothing + 1, GAVE + 1);
  if (is_lost) {
    counts_dropped(counts, id, 0x1000 + 8 * id, FREED + 3, false);
    return;
  }
  store(id, word, first, bytes, nothing, GAVE + 4);
  counts_end(counts, id, FREED + 4);
}

static void check_told(followed_id id, uint64_t offset, uint64_t bytes, uint32_t left_by)
{
  struct count_facts facts;
  ck_assert(counts_tell(counts, id, read_word, &facts));
  ck_assert(facts.is_understood);
  ck_assert_uint_eq(facts.offset, offset);
  ck_assert_uint_eq(facts.bytes, bytes);
  ck_assert_uint_eq(facts.value, 1);
  ck_assert(facts.is_paired == (left_by != 0));
  if (left_by != 0) {
    ck_assert_uint_eq(facts.left.count, 1);
    ck_assert_uint_eq(facts.left.items[0].stack, left_by);
    ck_assert_uint_eq(facts.given_count, 1);
    ck_assert_uint_eq(facts.given[0].stack, GAVE + 4);
    ck_assert_uint_eq(facts.given[0].number, BLOCKS - 1);
  }
  count_facts_release(&facts);
}

START_TEST(of_each_width)
{
  for (unsigned bytes = 1; bytes <= 8; bytes *= 2)
    for (unsigned first = 0; first < 8; first += bytes) {
      begin();
      for (followed_id id = 1; id <= BLOCKS; id++)
        live(id, 2, first, bytes, 0, id == BLOCKS);
      check_told(BLOCKS, 16 + first, bytes, TOOK + 2);
      counts_destroy(counts);
    }
}
END_TEST

/* libc++ counts owners from 0 on: -1 is none. What the first store gave is nobody's that is known. */
START_TEST(from_minus_one)
{
  begin();
  for (followed_id id = 1; id <= BLOCKS; id++)
    live(id, 1, 0, 8, UINT64_MAX, id == BLOCKS);
  check_told(BLOCKS, 8, 8, 0);
  counts_destroy(counts);
}
END_TEST

/* As in std::shared_ptr: both are set, and fall to nothing, by one store. */
START_TEST(beside_each_other)
{
  begin();
  for (followed_id id = 1; id <= BLOCKS; id++) {
    make(id);
    store(id, 1, 0, 8, UINT64_C(0x100000001), MADE + 1);
    store(id, 1, 0, 4, 2, TOOK + 2);
    counts_held(counts, id, 0x1000, TOOK + 2);
    store(id, 1, 0, 4, 1, GAVE + 1);
    counts_dropped(counts, id, 0x1000, FREED + 3, false);
    if (id == BLOCKS)
      break;
    store(id, 1, 0, 8, 0, GAVE + 4);
    counts_end(counts, id, FREED + 4);
  }
  check_told(BLOCKS, 8, 4, TOOK + 2);
  counts_destroy(counts);
}
END_TEST

START_TEST(last_fall_not_stored)
{
  begin();
  for (followed_id id = 1; id <= BLOCKS; id++) {
    make(id);
    store(id, 1, 0, 4, 1, MADE + 1);
    store(id, 1, 0, 4, 2, TOOK + 2);
    counts_held(counts, id, 0x1000, TOOK + 2);
    store(id, 1, 0, 4, 1, GAVE + 1);
    counts_dropped(counts, id, 0x1000, FREED + 3, false);
    if (id < BLOCKS)
      counts_end(counts, id, GAVE + 4);
  }
  check_told(BLOCKS, 8, 4, TOOK + 2);
  counts_destroy(counts);
}
END_TEST

/* Blocks are freed whatever it says, by a loop that counts down, or by nobody who made it fall. */
START_TEST(lengths)
{
  struct count_facts facts;
  for (unsigned way = 0; way < 3; way++) {
    begin();
    for (followed_id id = 1; id <= BLOCKS; id++) {
      make(id);
      store(id, 0, 0, 8, 0, MADE + 1);
      for (uint64_t length = 1; length <= 1 + id % 3; length++)
        store(id, 0, 0, 8, length, TOOK + 2);
      for (uint64_t length = 1 + id % 3; length-- > 0 && way > 0 && id < BLOCKS;)
        store(id, 0, 0, 8, length, way == 1 ? GAVE + 4 : GAVE + 5);
      if (id < BLOCKS)
        counts_end(counts, id, FREED + 4);
    }
    const bool is_told = counts_tell(counts, BLOCKS, read_word, &facts);
    ck_assert(!is_told || !facts.is_understood);
    ck_assert(!is_told || way == 2);
    counts_destroy(counts);
  }
}
END_TEST

/* A value that is set says nothing of references, nor does one that nobody has seen change. */
START_TEST(other_changes)
{
  struct count_facts facts;
  begin();
  for (followed_id id = 1; id <= BLOCKS; id++) {
    make(id);
    store(id, 0, 0, 8, 1, MADE + 1);
    store(id, 0, 0, 8, 17, TOOK + 2);
    store(id, 0, 0, 8, 16, GAVE + 1);
    if (id < BLOCKS)
      counts_end(counts, id, FREED + 4);
  }
  ck_assert(!counts_tell(counts, BLOCKS, read_word, &facts));
  for (followed_id id = 1; id <= BLOCKS; id++)
    live(id, 2, 0, 4, 0, id == BLOCKS);
  words[BLOCKS][2] = 5;
  ck_assert(!counts_tell(counts, BLOCKS, read_word, &facts));
  counts_destroy(counts);
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("counts");
  TCase *test = tcase_create("counts");
  tcase_add_test(test, of_each_width);
  tcase_add_test(test, from_minus_one);
  tcase_add_test(test, beside_each_other);
  tcase_add_test(test, last_fall_not_stored);
  tcase_add_test(test, lengths);
  tcase_add_test(test, other_changes);
  suite_add_tcase(suite, test);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
