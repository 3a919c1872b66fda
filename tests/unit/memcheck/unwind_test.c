/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Walking stacks by rules that are learned: the frames are those that asking for each of them gives. */
#include "memcheck/pure/stacks/unwind.h"

#include <string.h>

#include "unit/unit.h"

enum { STACK_WORDS = 2048, FRAMES_MAX = 100, CODES = 64 };

/* How a made-up instruction's frame looks to the source. Its address is CODE_START + index. */
enum how { NO_INFO, BY_SP, BY_FP, RETURN_UNKNOWN, FRAME_SAVED, ODD_RETURN };

struct code {
  enum how how;
  int64_t offset; /* of the frame address */
  int64_t fp;     /* where it is saved, from the frame address; 0: kept */
};

static const uint64_t CODE_START = 0x401000;

static struct code codes[CODES];
static _Alignas(4096) uint64_t memory[STACK_WORDS];
static struct unwind *unwind;
static struct unwind_source source; /* of the walks that take over frames */
static unsigned questions;

static uint64_t address_of(unsigned word)
{
  return (uint64_t)memory + word * sizeof *memory;
}

/* A return address into a code: frames look one byte below. */
static uint64_t into(unsigned code)
{
  return CODE_START + code + 1;
}

static bool read_word(uint64_t address, uint64_t lowest, uint64_t highest, uint64_t *ret)
{
  if (address < lowest || address > highest - 8)
    return false;
  memcpy(ret, (const void *)address, sizeof *ret);
  return true;
}

static const struct code *code_at(uint64_t pc)
{
  static const struct code nothing = {NO_INFO, 0, 0};
  return pc - CODE_START < CODES ? &codes[pc - CODE_START] : &nothing;
}

static bool frame_address(const struct unwind_registers *registers, uint64_t lowest, uint64_t highest, uint64_t *ret)
{
  const struct code *code = code_at(registers->pc);
  *ret = (code->how == BY_FP ? registers->fp : registers->sp) + (uint64_t)code->offset;
  if (code->how == FRAME_SAVED && !read_word(registers->sp + (uint64_t)code->offset, lowest, highest, ret))
    *ret = 0;
  return code->how != NO_INFO;
}

static bool ask(struct unwind_registers *registers, uint64_t lowest, uint64_t highest)
{
  const struct code *code = code_at(registers->pc);
  struct unwind_registers after = *registers;
  uint64_t frame;
  questions++;
  if (!frame_address(registers, lowest, highest, &frame) || frame == 0 || code->how == RETURN_UNKNOWN)
    return false;
  after.sp = frame;
  if (!read_word(frame - (code->how == ODD_RETURN ? 24 : 8), lowest, highest, &after.pc))
    return false;
  if (code->fp != 0 && !read_word(frame + (uint64_t)code->fp, lowest, highest, &after.fp))
    return false;
  *registers = after;
  return true;
}

/* Where no code is. Calls end before each address of the codes. */
static const uint64_t NOWHERE = 0x1337;

static bool called_nowhere(uint64_t pc, uint64_t return_address)
{
  return pc == NOWHERE && return_address - CODE_START <= CODES;
}

static void set_up(void)
{
  memset(codes, 0, sizeof codes);
  memset(memory, 0, sizeof memory);
  questions = 0;
  unwind = unwind_create(&(struct unwind_source){ask, frame_address, called_nowhere, NULL, 0, 0});
}

static void tear_down(void)
{
  unwind_destroy(unwind);
}

/* A stack that fills all memory from a word on. */
static struct unwind_stack stack_from(unsigned code, unsigned sp_word, uint64_t fp)
{
  return (struct unwind_stack){.start = {CODE_START + code, address_of(sp_word), fp},
                               .last = address_of(STACK_WORDS) - 1};
}

static void expect(const struct unwind_stack *stack, unsigned count, const uint64_t *expected)
{
  uint64_t ips[FRAMES_MAX];
  ck_assert_uint_eq(unwind_walk(unwind, stack, ips, FRAMES_MAX), count);
  for (unsigned i = 0; i < count; i++)
    ck_assert_uint_eq(ips[i], expected[i]);
}

#define EXPECT(stack, ...)                                                              \
  expect(stack, sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t), \
         (const uint64_t[]){__VA_ARGS__})

/* Three frames: by the stack pointer, by the frame pointer, and one where nothing is known. */
static struct unwind_stack three_frames(void)
{
  codes[1] = (struct code){BY_SP, 40, -16};
  codes[2] = (struct code){BY_FP, 16, -16};
  codes[3] = (struct code){RETURN_UNKNOWN, 8, 0};
  memory[104] = into(2);
  memory[103] = address_of(110);
  memory[111] = into(3);
  return stack_from(1, 100, 7);
}

START_TEST(rules_lead_outwards)
{
  struct unwind_stack stack = three_frames();
  EXPECT(&stack, CODE_START + 1, CODE_START + 2, CODE_START + 3);
}
END_TEST

START_TEST(the_source_is_asked_once)
{
  struct unwind_stack stack = three_frames();
  EXPECT(&stack, CODE_START + 1, CODE_START + 2, CODE_START + 3);
  unsigned asked = questions;
  for (unsigned i = 0; i < 10; i++)
    EXPECT(&stack, CODE_START + 1, CODE_START + 2, CODE_START + 3);
  ck_assert_uint_eq(questions, asked);
}
END_TEST

START_TEST(what_was_learned_can_be_forgotten)
{
  struct unwind_stack stack = three_frames();
  EXPECT(&stack, CODE_START + 1, CODE_START + 2, CODE_START + 3);
  codes[1].offset = 8;
  memory[100] = into(3);
  EXPECT(&stack, CODE_START + 1, CODE_START + 2, CODE_START + 3);
  unwind_forget(unwind);
  EXPECT(&stack, CODE_START + 1, CODE_START + 3);
}
END_TEST

START_TEST(a_saved_frame_address_is_asked_for)
{
  codes[1] = (struct code){FRAME_SAVED, 16, 0};
  codes[2] = (struct code){RETURN_UNKNOWN, 8, 0};
  memory[102] = address_of(200);
  memory[199] = into(2);
  struct unwind_stack stack = stack_from(1, 100, 7);
  EXPECT(&stack, CODE_START + 1, CODE_START + 2);
  memory[102] = address_of(300);
  memory[299] = into(4);
  codes[4] = (struct code){RETURN_UNKNOWN, 8, 0};
  EXPECT(&stack, CODE_START + 1, CODE_START + 4);
}
END_TEST

START_TEST(frames_too_large_for_a_rule_are_asked_for)
{
  codes[1] = (struct code){BY_SP, 8 * 1800, 0};
  codes[2] = (struct code){RETURN_UNKNOWN, 8, 0};
  memory[1899] = into(2);
  struct unwind_stack stack = stack_from(1, 100, 7);
  EXPECT(&stack, CODE_START + 1, CODE_START + 2);
}
END_TEST

START_TEST(without_information_the_chain_of_frame_pointers_is_followed)
{
  memory[120] = address_of(140);
  memory[121] = into(11);
  memory[140] = 0;
  memory[141] = into(12);
  memory[142] = into(13);
  struct unwind_stack stack = stack_from(10, 100, address_of(120));
  EXPECT(&stack, CODE_START + 10, CODE_START + 11, CODE_START + 12, CODE_START + 13);
}
END_TEST

START_TEST(what_was_called_nowhere_has_its_caller_on_top)
{
  struct unwind_stack stack = three_frames();
  stack.start.sp -= 8;
  memory[(stack.start.sp - address_of(0)) / 8] = into(9);
  codes[9] = codes[stack.start.pc - CODE_START];
  const uint64_t first = stack.start.pc;
  uint64_t with_caller[FRAMES_MAX], without[FRAMES_MAX];
  stack.start.pc = NOWHERE;
  stack.start.fp = stack.start.sp + 80; /* the chain would go by it */
  size_t count = unwind_walk(unwind, &stack, with_caller, FRAMES_MAX);
  ck_assert_uint_eq(with_caller[0], NOWHERE);
  ck_assert_uint_eq(with_caller[1], CODE_START + 9);
  stack.start.pc = first, stack.start.sp += 8;
  ck_assert_uint_eq(unwind_walk(unwind, &stack, without, FRAMES_MAX), count - 1);
  ck_assert_int_eq(memcmp(&with_caller[2], &without[1], (count - 2) * sizeof *without), 0);
  memory[(stack.start.sp - 8 - address_of(0)) / 8] = 0x5000; /* no call there */
  stack.start = (struct unwind_registers){NOWHERE, stack.start.sp - 8, stack.start.fp};
  unwind_walk(unwind, &stack, with_caller, FRAMES_MAX);
  ck_assert_uint_ne(with_caller[1], 0x5000 - 1);
}
END_TEST

START_TEST(a_chain_never_leads_inwards)
{
  memory[120] = address_of(110);
  memory[121] = into(11);
  memory[111] = into(12);
  struct unwind_stack stack = stack_from(10, 100, address_of(120));
  EXPECT(&stack, CODE_START + 10, CODE_START + 11);
}
END_TEST

START_TEST(a_return_address_below_two_is_the_end)
{
  codes[1] = (struct code){BY_SP, 8, 0};
  struct unwind_stack stack = stack_from(1, 100, 7);
  for (uint64_t end = 0; end < 2; end++) {
    memory[100] = end;
    EXPECT(&stack, CODE_START + 1);
  }
}
END_TEST

START_TEST(nothing_is_read_outside_the_stack)
{
  codes[1] = (struct code){BY_SP, 8, 0};
  codes[2] = (struct code){BY_SP, 8, -1024};
  memory[100] = into(1);
  struct unwind_stack stack = stack_from(2, 100, 7); /* fp was saved far below; so the top of the stack is guessed */
  EXPECT(&stack, CODE_START + 2, CODE_START + 1);
  stack.last = address_of(100);
  stack.start.sp = address_of(STACK_WORDS);
  EXPECT(&stack, CODE_START + 2);
}
END_TEST

START_TEST(so_many_frames_and_no_more)
{
  struct unwind_stack stack = three_frames();
  uint64_t ips[2];
  ck_assert_uint_eq(unwind_walk(unwind, &stack, ips, 1), 1);
  ck_assert_uint_eq(unwind_walk(unwind, &stack, ips, 2), 2);
}
END_TEST

START_TEST(recursion_is_merged)
{
  codes[1] = codes[2] = codes[3] = (struct code){BY_SP, 8, 0};
  const unsigned calls[] = {2, 1, 2, 1, 3, 3, 3, 4};
  for (unsigned i = 0; i < sizeof calls / sizeof *calls; i++)
    memory[100 + i] = into(calls[i]);
  struct unwind_stack stack = stack_from(1, 100, 7);
  stack.merge_frames = 2;
  EXPECT(&stack, CODE_START + 1, CODE_START + 3, CODE_START + 4);
}
END_TEST

START_TEST(an_answer_holds_while_what_was_read_is_the_same)
{
  struct unwind_stack stack = three_frames(), other;
  ck_assert_uint_eq(unwind_recall(unwind, &stack, FRAMES_MAX), 0);
  EXPECT(&stack, CODE_START + 1, CODE_START + 2, CODE_START + 3);
  unwind_remember(unwind, &stack, FRAMES_MAX, 7);
  memory[105] = 5; /* nothing to do with it */
  other = stack;
  other.start.fp++; /* the first frame saves another one */
  ck_assert_uint_eq(unwind_recall(unwind, &other, FRAMES_MAX), 7);
  ck_assert_uint_eq(unwind_recall(unwind, &stack, FRAMES_MAX - 1), 0);
  memory[111] = into(5);
  ck_assert_uint_eq(unwind_recall(unwind, &stack, FRAMES_MAX), 0);
  memory[111] = into(3);
  memory[103] = address_of(112);
  ck_assert_uint_eq(unwind_recall(unwind, &stack, FRAMES_MAX), 0);
  memory[103] = address_of(110);
  ck_assert_uint_eq(unwind_recall(unwind, &stack, FRAMES_MAX), 7);
  unwind_forget_answers(unwind);
  ck_assert_uint_eq(unwind_recall(unwind, &stack, FRAMES_MAX), 0);
}
END_TEST

START_TEST(a_frame_pointer_that_is_used_belongs_to_the_question)
{
  codes[1] = (struct code){BY_FP, 16, 0};
  codes[2] = (struct code){RETURN_UNKNOWN, 8, 0};
  memory[121] = into(2);
  struct unwind_stack stack = stack_from(1, 100, address_of(120));
  EXPECT(&stack, CODE_START + 1, CODE_START + 2);
  unwind_remember(unwind, &stack, FRAMES_MAX, 7);
  ck_assert_uint_eq(unwind_recall(unwind, &stack, FRAMES_MAX), 7);
  stack.start.fp += 8;
  ck_assert_uint_eq(unwind_recall(unwind, &stack, FRAMES_MAX), 0);
}
END_TEST

START_TEST(what_had_to_be_asked_is_not_remembered)
{
  codes[1] = (struct code){FRAME_SAVED, 16, 0};
  memory[102] = address_of(200);
  memory[199] = into(2);
  struct unwind_stack stack = stack_from(1, 100, 7);
  EXPECT(&stack, CODE_START + 1, CODE_START + 2);
  unwind_remember(unwind, &stack, FRAMES_MAX, 7);
  ck_assert_uint_eq(unwind_recall(unwind, &stack, FRAMES_MAX), 0);
}
END_TEST

/* --- random stacks --- */

static uint32_t random_state = 1;

static uint32_t next_random(uint32_t limit)
{
  random_state = random_state * 1664525 + 1013904223;
  return (random_state >> 8) % limit;
}

static uint64_t random_word(void)
{
  switch (next_random(4)) {
  case 0:
    return next_random(3);
  case 1:
    return address_of(next_random(STACK_WORDS)) + next_random(2) * 4;
  default:
    return into(next_random(CODES));
  }
}

/* The walk that asks for every frame. */
static size_t model_walk(const struct unwind_stack *stack, uint64_t *ips, size_t most)
{
  struct unwind_registers now = stack->start;
  const uint64_t lowest = now.sp - 128, highest = (stack->last + 4095) / 4096 * 4096 - 8;
  size_t count = 1;
  ips[0] = now.pc;
  while (count < most && lowest + 256 < highest) {
    struct unwind_registers next = now;
    if (ask(&next, lowest, highest)) {
      if (next.sp <= now.sp)
        break;
    } else if (read_word(now.fp, lowest, highest, &next.fp)) {
      memcpy(&next.pc, (const void *)(now.fp + 8), sizeof next.pc);
      next.sp = now.fp + 16;
      if (next.sp <= now.sp)
        break;
    } else if (now.sp >= lowest && now.sp < highest) {
      memcpy(&next.pc, (const void *)now.sp, sizeof next.pc);
      next.sp = now.sp + 8;
    } else {
      break;
    }
    if (next.pc < 2)
      break;
    ips[count++] = --next.pc;
    now = next;
  }
  return count;
}

START_TEST(random_stacks_are_walked_as_the_source_says)
{
  uint64_t ips[FRAMES_MAX], expected[FRAMES_MAX];
  for (unsigned round = 0; round < 200; round++) {
    for (unsigned i = 0; i < CODES; i++)
      codes[i] =
        (struct code){(enum how)next_random(6), (int64_t)next_random(16) * 8 - 16, -16 * (int64_t)next_random(2)};
    for (unsigned i = 0; i < STACK_WORDS; i++)
      memory[i] = random_word();
    unwind_forget(unwind);
    for (unsigned i = 0; i < 50; i++) {
      struct unwind_stack stack = stack_from(next_random(CODES), 100 + next_random(STACK_WORDS - 100), random_word());
      size_t count = model_walk(&stack, expected, FRAMES_MAX);
      ck_assert_uint_eq(unwind_walk(unwind, &stack, ips, FRAMES_MAX), count);
      ck_assert_int_eq(memcmp(ips, expected, count * sizeof *ips), 0);
    }
  }
}
END_TEST

/* The rules that asking would find out, told at once. */
static void tell_rule(struct unwind_rule *rule)
{
  static const uint8_t kinds[] = {
    [NO_INFO] = UNWIND_RULE_FAILS, [BY_SP] = UNWIND_RULE_BY_SP, [BY_FP] = UNWIND_RULE_BY_FP};
  const struct code *const code = code_at(rule->pc);
  rule->kind = code->how <= BY_FP ? kinds[code->how] : UNWIND_RULE_ASK;
  rule->sp_offset = (int16_t)code->offset;
  rule->fp_offset = (int16_t)code->fp;
}

/* A stack in good order: frames of codes 1 to 40, which go by the stack pointer or the frame pointer, up to one where
 * nothing is known. Others are rare. */
static void fill_stack(void)
{
  for (unsigned i = 1; i < CODES; i++) {
    const enum how how = next_random(4) == 0 ? BY_FP : next_random(20) == 0 ? (enum how)next_random(6) : BY_SP;
    const int64_t fp = next_random(20) == 0 ? -400 : -16; /* far below the stack pointer, or right above it */
    codes[i] = (struct code){how, 8 * (1 + next_random(3)), next_random(3) == 0 ? fp : 0};
  }
  for (unsigned i = 0; i < STACK_WORDS; i++)
    memory[i] = next_random(8) == 0 ? address_of(i + next_random(12)) : into(1 + next_random(40));
}

static void change_a_word(unsigned first)
{
  const unsigned at = first + next_random(next_random(2) ? 12 : 150);
  memory[at] = next_random(50) == 0  ? next_random(2)
               : next_random(4) == 0 ? address_of(at + next_random(12))
                                     : into(1 + next_random(40));
}

/* Without frames that are left out, in whose place others are, but not for more than so many. */
static size_t model_walk_again(const struct unwind_stack *stack, uint64_t *ips, size_t most)
{
  size_t kept = 0;
  if (source.left_out_bytes == 0)
    return model_walk(stack, ips, most);
  const size_t count = model_walk(stack, ips, most + UNWIND_LEFT_OUT_MAX);
  for (size_t i = 0; i < count && kept < most; i++)
    if (ips[i] - source.left_out >= source.left_out_bytes)
      ips[kept++] = ips[i];
  return kept;
}

static bool has_same_sum(const struct unwind_found *a, const struct unwind_found *b)
{
  return a->sum_low == b->sum_low && a->sum_high == b->sum_high;
}

/* What is taken over from the walk before is what a fresh walk finds, and so is what an answer names. Walks have the
 * same sum if they are the same. */
static unsigned compare_walks(unsigned walks_count, size_t most, unsigned first, unsigned starts)
{
  enum { WALKS = 2000, LOOKED_BACK = 50 };
  static uint64_t walks[WALKS + 1][FRAMES_MAX];
  static size_t counts[WALKS + 1];
  static uint32_t keys[WALKS + 1];
  static struct unwind_found found[WALKS + 1];
  unsigned known = 0;
  for (unsigned i = 1; i <= walks_count; i++) {
    uint64_t ips[FRAMES_MAX];
    const uint32_t key = 1 + next_random(2);
    const unsigned sp = first + next_random(starts);
    struct unwind_stack stack =
      stack_from(1 + next_random(3), sp, address_of(next_random(4) ? first + 18 : sp + next_random(30)));
    if (next_random(10) == 0)
      stack.last = address_of(STACK_WORDS / 4) - 1;
    if (next_random(3) != 0)
      change_a_word(first);
    if (next_random(1000) == 0)
      unwind_forget(unwind);
    counts[i] = model_walk_again(&stack, walks[i], most);
    keys[i] = key;
    found[i] = (struct unwind_found){.answer = 0};
    if (!unwind_walk_again(unwind, &stack, most, key, &found[i]))
      continue;
    const uint32_t answer = found[i].answer;
    known += answer != 0;
    const uint32_t taken = answer != 0 ? answer : i;
    if (answer == 0)
      ck_assert_uint_eq(unwind_last_walk(unwind, ips), counts[i]);
    ck_assert_uint_eq(keys[taken], key);
    ck_assert_uint_eq(counts[taken], counts[i]);
    ck_assert_int_eq(memcmp(answer != 0 ? walks[taken] : ips, walks[i], counts[i] * sizeof *ips), 0);
    if (answer == 0)
      unwind_answer(unwind, &stack, key, i);
    if (answer != 0 || found[i].sum_low == 0)
      continue;
    for (unsigned j = i > LOOKED_BACK ? i - LOOKED_BACK : 1; j < i; j++) {
      const bool is_same =
        keys[i] == keys[j] && counts[i] == counts[j] && memcmp(walks[i], walks[j], counts[i] * sizeof *ips) == 0;
      if (found[j].sum_low != 0 && (!is_same || source.left_out_bytes == 0))
        ck_assert_int_eq(has_same_sum(&found[i], &found[j]), is_same);
    }
  }
  return known;
}

START_TEST(walks_that_take_over_frames_are_fresh_ones)
{
  unsigned known = 0;
  for (unsigned round = 0; round < 40; round++) {
    tear_down();
    set_up();
    tear_down();
    source = (struct unwind_source){ask, frame_address, called_nowhere, round % 2 != 0 ? tell_rule : NULL, 0, 0};
    if (round % 3 == 2) {
      source.left_out = CODE_START + next_random(30);
      source.left_out_bytes = 1 + next_random(5);
    }
    unwind = unwind_create(&source);
    fill_stack();
    known += compare_walks(2000, 1 + next_random(30), round % 5 == 0 ? STACK_WORDS / 4 - 90 : 100,
                           round % 3 == 0 ? 1 : 1 + next_random(90));
  }
  ck_assert_uint_gt(known, 500);
}
END_TEST

/* Deep recursion, in and out again: there are more frames than are kept. */
START_TEST(deep_stacks_are_walked_again)
{
  enum { MOST = 12 };
  uint64_t ips[FRAMES_MAX], expected[FRAMES_MAX];
  struct unwind_found found;
  unsigned walked = 0;
  codes[1] = codes[2] = (struct code){BY_SP, 8, 0};
  for (unsigned turn = 0; turn < 2; turn++)
    for (unsigned i = 0; i < 2 * (STACK_WORDS - 200); i++) {
      const unsigned sp = i < STACK_WORDS - 200 ? STACK_WORDS - 100 - i : i - STACK_WORDS + 300;
      memory[sp] = into(1 + next_random(2));
      const struct unwind_stack stack = stack_from(1, sp, 7);
      if (!unwind_walk_again(unwind, &stack, MOST, 0, &found))
        continue;
      walked++;
      const size_t count = unwind_last_walk(unwind, ips);
      ck_assert_uint_eq(model_walk(&stack, expected, MOST), count);
      ck_assert_int_eq(memcmp(ips, expected, count * sizeof *ips), 0);
    }
  ck_assert_uint_gt(walked, 3 * (STACK_WORDS - 200));
}
END_TEST

/* An answer names the walk it comes from. */
START_TEST(random_answers_are_what_walking_would_find)
{
  enum { WALKS = 20000 };
  static uint64_t walks[WALKS][FRAMES_MAX];
  static size_t counts[WALKS];
  unsigned recalled = 0;
  for (unsigned i = 0; i < CODES; i++)
    codes[i] = (struct code){(enum how)next_random(3), (int64_t)next_random(4) * 8 + 8, -16 * (int64_t)next_random(2)};
  for (unsigned i = 0; i < STACK_WORDS; i++)
    memory[i] = random_word();
  for (unsigned i = 0; i < WALKS; i++) {
    uint64_t expected[FRAMES_MAX];
    struct unwind_stack stack = stack_from(next_random(4), 100 + next_random(8), address_of(110 + next_random(4)));
    memory[100 + next_random(60)] = random_word();
    const size_t most = 1 + next_random(12);
    uint32_t answer = unwind_recall(unwind, &stack, most);
    recalled += answer != 0;
    if (answer == 0) {
      answer = i + 1;
      counts[i] = unwind_walk(unwind, &stack, walks[i], most);
      unwind_remember(unwind, &stack, most, answer);
    }
    ck_assert_uint_eq(model_walk(&stack, expected, most), counts[answer - 1]);
    ck_assert_int_eq(memcmp(expected, walks[answer - 1], counts[answer - 1] * sizeof *expected), 0);
  }
  ck_assert_uint_gt(recalled, WALKS / 100);
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("unwind");
  TCase *tests = tcase_create("unwind");
  tcase_add_checked_fixture(tests, set_up, tear_down);
  tcase_add_test(tests, rules_lead_outwards);
  tcase_add_test(tests, the_source_is_asked_once);
  tcase_add_test(tests, what_was_learned_can_be_forgotten);
  tcase_add_test(tests, a_saved_frame_address_is_asked_for);
  tcase_add_test(tests, frames_too_large_for_a_rule_are_asked_for);
  tcase_add_test(tests, without_information_the_chain_of_frame_pointers_is_followed);
  tcase_add_test(tests, what_was_called_nowhere_has_its_caller_on_top);
  tcase_add_test(tests, a_chain_never_leads_inwards);
  tcase_add_test(tests, a_return_address_below_two_is_the_end);
  tcase_add_test(tests, nothing_is_read_outside_the_stack);
  tcase_add_test(tests, so_many_frames_and_no_more);
  tcase_add_test(tests, recursion_is_merged);
  tcase_add_test(tests, an_answer_holds_while_what_was_read_is_the_same);
  tcase_add_test(tests, a_frame_pointer_that_is_used_belongs_to_the_question);
  tcase_add_test(tests, what_had_to_be_asked_is_not_remembered);
  tcase_add_test(tests, walks_that_take_over_frames_are_fresh_ones);
  tcase_add_test(tests, deep_stacks_are_walked_again);
  tcase_add_test(tests, random_answers_are_what_walking_would_find);
  tcase_add_test(tests, random_stacks_are_walked_as_the_source_says);
  suite_add_tcase(suite, tests);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
