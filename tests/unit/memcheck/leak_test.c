/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The leak scan: the cases of Memcheck's manual, cliques, cycles, classes of roots, heuristics, nested blocks, loss
 * records, and thousands of random heaps against a slow and plain scan. */
#include "memcheck/pure/leak/leak_scan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/record/record.h"
#include "support/leak_model.h"
#include "unit/unit.h"

enum { A, B, C, D }; /* numbers of blocks */
enum { ROUNDS = UNIT_TRIALS(200) };

static struct leak_model *model;
static struct leak_result result;

static void set_up(void)
{
  model = leak_model_create();
}

static void tear_down(void)
{
  ck_assert(blocks_is_valid(model->blocks));
  leak_model_destroy(model);
}

static void check(void)
{
  leak_scan_run(model->blocks, model->access, model->roots, model->root_count, &model->options, &result);
}

/* Check, and forget the records. */
static void check_verdicts(void)
{
  check();
  leak_result_release(&result);
}

/* Blocks A, B, ... of 64 bytes, as many as wanted. */
static void add_blocks(unsigned count)
{
  for (unsigned i = 0; i < count; i++)
    leak_model_add(model, BLOCK_HEAP, 64 + i * 128, 64);
}

static uint64_t start_of(unsigned number)
{
  return leak_model_address(model, number, 0);
}

static uint64_t inside_of(unsigned number)
{
  return leak_model_address(model, number, 17);
}

static void ck_kind(unsigned number, unsigned kind)
{
  const unsigned found = leak_model_block(model, number)->leak_kind;
  ck_assert_msg(found == kind, "block %c is of kind %u, not %u", 'A' + (char)number, found, kind);
}

/* --- the nine cases: a root points to A, A to B, each by its start, by its inside, or not at all --- */

static const struct nine_cases {
  const char *root, *a_to_b;
  unsigned kind_of_a, kind_of_b;
} nine_cases[] = {
  {"start", "", RECORD_LEAK_REACHABLE, RECORD_LEAK_DEFINITE},         /* 1 and 3 */
  {"start", "start", RECORD_LEAK_REACHABLE, RECORD_LEAK_REACHABLE},   /* 2 */
  {"", "start", RECORD_LEAK_DEFINITE, RECORD_LEAK_INDIRECT},          /* 4 */
  {"inside", "", RECORD_LEAK_POSSIBLE, RECORD_LEAK_DEFINITE},         /* 5 */
  {"start", "inside", RECORD_LEAK_REACHABLE, RECORD_LEAK_POSSIBLE},   /* 6 */
  {"inside", "start", RECORD_LEAK_POSSIBLE, RECORD_LEAK_POSSIBLE},    /* 7 */
  {"inside", "inside", RECORD_LEAK_POSSIBLE, RECORD_LEAK_POSSIBLE},   /* 8 */
  {"", "inside", RECORD_LEAK_DEFINITE, RECORD_LEAK_INDIRECT},         /* 9 */
};

static uint64_t pointer_to(unsigned number, const char *how)
{
  return *how ? *how == 's' ? start_of(number) : inside_of(number) : 0;
}

START_TEST(the_nine_cases_of_the_manual)
{
  const struct nine_cases *nine_case = &nine_cases[_i];
  add_blocks(2);
  leak_model_add_root(model, RECORD_ROOT_GLOBAL, pointer_to(A, nine_case->root));
  leak_model_write(model, A, 8, pointer_to(B, nine_case->a_to_b));
  check_verdicts();
  ck_kind(A, nine_case->kind_of_a);
  ck_kind(B, nine_case->kind_of_b);
}
END_TEST

/* --- what is a pointer --- */

START_TEST(a_block_ends_before_its_end)
{
  add_blocks(2);
  leak_model_add_root(model, RECORD_ROOT_GLOBAL, leak_model_address(model, A, 63));
  leak_model_add_root(model, RECORD_ROOT_GLOBAL, leak_model_address(model, B, 64));
  check_verdicts();
  ck_kind(A, RECORD_LEAK_POSSIBLE);
  ck_kind(B, RECORD_LEAK_DEFINITE);
}
END_TEST

START_TEST(an_empty_block_is_held_by_its_start)
{
  leak_model_add(model, BLOCK_HEAP, 64, 0);
  leak_model_add(model, BLOCK_HEAP, 128, 0);
  leak_model_add_root(model, RECORD_ROOT_GLOBAL, start_of(A));
  leak_model_add_root(model, RECORD_ROOT_GLOBAL, leak_model_address(model, B, 1));
  check_verdicts();
  ck_kind(A, RECORD_LEAK_REACHABLE);
  ck_kind(B, RECORD_LEAK_DEFINITE);
}
END_TEST

START_TEST(only_aligned_whole_words_are_pointers)
{
  leak_model_add(model, BLOCK_CUSTOM, 64 + 4, 100);
  leak_model_add(model, BLOCK_HEAP, 256, 15);
  unsigned target = leak_model_add(model, BLOCK_HEAP, 1024, 8), other = leak_model_add(model, BLOCK_HEAP, 2048, 8);
  unsigned third = leak_model_add(model, BLOCK_HEAP, 4096, 8);
  leak_model_add_root(model, RECORD_ROOT_GLOBAL, start_of(A));
  leak_model_add_root(model, RECORD_ROOT_GLOBAL, start_of(B));
  leak_model_write(model, A, 0, start_of(target));
  leak_model_write(model, A, 12, start_of(other));
  leak_model_write(model, B, 8, start_of(third));
  check_verdicts();
  ck_kind(target, RECORD_LEAK_DEFINITE);
  ck_kind(other, RECORD_LEAK_REACHABLE);
  ck_kind(third, RECORD_LEAK_DEFINITE);
}
END_TEST

START_TEST(unreadable_words_are_skipped)
{
  add_blocks(3);
  leak_model_add_root(model, RECORD_ROOT_GLOBAL, start_of(A));
  leak_model_write(model, A, 8, start_of(B));
  leak_model_write(model, A, 16, start_of(C));
  model->is_unreadable[(64 + 8) / 8] = true;
  check();
  ck_kind(B, RECORD_LEAK_DEFINITE);
  ck_kind(C, RECORD_LEAK_REACHABLE);
  ck_assert_uint_eq(result.searched_bytes, MODEL_ROOT_WORDS * 8 + 64 - 8 + 64);
  leak_result_release(&result);
}
END_TEST

START_TEST(blocks_in_quarantine_neither_hold_nor_are_lost)
{
  add_blocks(2);
  leak_model_block(model, A)->state = BLOCK_QUARANTINED;
  leak_model_add_root(model, RECORD_ROOT_GLOBAL, start_of(A));
  leak_model_write(model, A, 8, start_of(B));
  check_verdicts();
  ck_kind(A, 0);
  ck_kind(B, RECORD_LEAK_DEFINITE);
}
END_TEST

START_TEST(a_pointer_into_the_far_end_of_a_large_block_counts)
{
  leak_model_add(model, BLOCK_HEAP, 64, 40000);
  leak_model_add(model, BLOCK_HEAP, 50000, 8);
  leak_model_add_root(model, RECORD_ROOT_GLOBAL, leak_model_address(model, A, 39999));
  leak_model_write(model, A, 39984, start_of(B));
  check_verdicts();
  ck_kind(A, RECORD_LEAK_POSSIBLE);
  ck_kind(B, RECORD_LEAK_POSSIBLE);
}
END_TEST

/* A block whose memory is not there at all. */
static bool read_nothing_far(void *context, uint64_t start, uint64_t end, const uint64_t **ret_words,
                             uint64_t *ret_next)
{
  *ret_words = (const uint64_t *)(uintptr_t)start;
  *ret_next = end;
  return start >= (uintptr_t)model && end <= (uintptr_t)(model + 1);
}

START_TEST(blocks_larger_than_a_leaf_of_the_map_count)
{
  const uint64_t start = UINT64_C(0x100000030), size_bytes = UINT64_C(5) << 26;
  block_id huge = blocks_add(model->blocks, BLOCK_HEAP, start, size_bytes);
  block_id next = blocks_add(model->blocks, BLOCK_HEAP, start + size_bytes + 48, 16);
  model->access[0].read = read_nothing_far;
  model->options.heuristics = 0;
  leak_model_add_root(model, RECORD_ROOT_GLOBAL, start + size_bytes);
  check_verdicts();
  ck_assert_uint_eq(blocks_at(model->blocks, huge)->leak_kind, RECORD_LEAK_DEFINITE);
  static const uint64_t offsets[] = {1, 0x123456, UINT64_C(3) << 26, (UINT64_C(5) << 26) - 1};
  for (unsigned i = 0; i < sizeof offsets / sizeof *offsets; i++) {
    model->root_words[0][0] = start + offsets[i];
    check_verdicts();
    ck_assert_uint_eq(blocks_at(model->blocks, huge)->leak_kind, RECORD_LEAK_POSSIBLE);
    ck_assert_uint_eq(blocks_at(model->blocks, next)->leak_kind, RECORD_LEAK_DEFINITE);
  }
}
END_TEST

START_TEST(a_block_of_many_words_is_scanned_to_its_end)
{
  const size_t size_bytes = (size_t)48 << 20;
  char *memory = calloc(1, size_bytes);
  block_id id = blocks_add(model->blocks, BLOCK_HEAP, (uintptr_t)memory, size_bytes);
  add_blocks(1);
  leak_model_add_root(model, RECORD_ROOT_GLOBAL, (uintptr_t)memory);
  uint64_t pointer = start_of(A);
  memcpy(memory + size_bytes - 8, &pointer, sizeof pointer);
  check_verdicts();
  ck_assert_uint_eq(blocks_at(model->blocks, id)->leak_kind, RECORD_LEAK_REACHABLE);
  ck_kind(A, RECORD_LEAK_REACHABLE);
  free(memory);
}
END_TEST

/* Thousands of blocks, so that many wait to be scanned: block i points to the next and to 2i + 1 and 2i + 2. */
START_TEST(a_thicket_is_followed_to_the_end)
{
  enum { COUNT = 20000, WORDS = 4 };
  uint64_t (*memory)[WORDS] = calloc(COUNT, sizeof *memory);
  for (size_t i = 0; i < COUNT; i++) {
    blocks_add(model->blocks, BLOCK_HEAP, (uintptr_t)memory[i], sizeof *memory);
    memory[i][0] = (uintptr_t)memory[(i + 1) % COUNT];
    memory[i][2] = (uintptr_t)memory[(2 * i + 1) % COUNT];
    memory[i][3] = (uintptr_t)memory[(2 * i + 2) % COUNT];
  }
  leak_model_add_root(model, RECORD_ROOT_GLOBAL, (uintptr_t)memory[COUNT / 2]);
  check();
  ck_assert_uint_eq(result.loss_count, 1);
  ck_assert_uint_eq(result.losses[0].kind, RECORD_LEAK_REACHABLE);
  ck_assert_uint_eq(result.losses[0].blocks, COUNT);
  leak_result_release(&result);
  model->root_words[0][0]++; /* possible, from there on */
  check();
  ck_assert_uint_eq(result.losses[0].kind, RECORD_LEAK_POSSIBLE);
  ck_assert_uint_eq(result.losses[0].blocks, COUNT);
  leak_result_release(&result);
  model->root_count = 0;
  check();
  ck_assert_uint_eq(result.loss_count, 2);
  ck_assert_uint_eq(result.losses[0].blocks, 1);
  ck_assert_uint_eq(result.losses[0].indirect_blocks, COUNT - 1);
  leak_result_release(&result);
  free(memory);
}
END_TEST

/* --- better paths found later --- */

START_TEST(a_possible_block_becomes_reachable_and_all_behind_it)
{
  add_blocks(4);
  leak_model_write(model, A, 8, start_of(B));
  leak_model_write(model, B, 8, start_of(C));
  leak_model_write(model, C, 8, start_of(A));
  leak_model_add_root(model, RECORD_ROOT_GLOBAL, inside_of(A));
  leak_model_add_root(model, RECORD_ROOT_STACK, start_of(D));
  leak_model_write(model, D, 32, start_of(C));
  check_verdicts();
  for (unsigned i = A; i <= D; i++) {
    ck_kind(i, RECORD_LEAK_REACHABLE);
    ck_assert_uint_eq(leak_model_block(model, i)->leak_root_class, RECORD_ROOT_STACK);
  }
}
END_TEST

START_TEST(the_best_class_of_roots_wins)
{
  add_blocks(4);
  leak_model_add_root(model, RECORD_ROOT_REGISTER, start_of(A));
  leak_model_add_root(model, RECORD_ROOT_STACK, start_of(B));
  leak_model_add_root(model, RECORD_ROOT_TLS, start_of(C));
  leak_model_add_root(model, RECORD_ROOT_GLOBAL, start_of(D));
  leak_model_write(model, D, 0, start_of(B));
  check_verdicts();
  static const uint8_t classes[] = {RECORD_ROOT_REGISTER, RECORD_ROOT_GLOBAL, RECORD_ROOT_TLS, RECORD_ROOT_GLOBAL};
  for (unsigned i = A; i <= D; i++)
    ck_assert_uint_eq(leak_model_block(model, i)->leak_root_class, classes[i]);
}
END_TEST

/* --- cliques --- */

/* The record of a kind and stack. */
static const struct leak_loss *loss_of(unsigned kind, uint32_t stack_id)
{
  for (size_t i = 0; i < result.loss_count; i++)
    if (result.losses[i].kind == kind && result.losses[i].stack_id == stack_id)
      return &result.losses[i];
  ck_abort_msg("no loss record of kind %u and stack %u", kind, stack_id);
}

START_TEST(the_leader_carries_its_clique)
{
  add_blocks(4); /* C -> B -> A, B -> D; found as A, then B, then C */
  leak_model_write(model, C, 0, start_of(B));
  leak_model_write(model, B, 0, inside_of(A));
  leak_model_write(model, B, 8, start_of(D));
  check();
  ck_assert_uint_eq(result.loss_count, 4);
  const struct leak_loss *loss = loss_of(RECORD_LEAK_DEFINITE, C + 1);
  ck_assert_uint_eq(loss->bytes, 64);
  ck_assert_uint_eq(loss->indirect_bytes, 192);
  ck_assert_uint_eq(loss->indirect_blocks, 3);
  ck_assert_uint_eq(loss->leader_stack_id, 0);
  static const unsigned others[] = {A, B, D};
  for (unsigned i = 0; i < 3; i++) {
    ck_assert_uint_eq(loss_of(RECORD_LEAK_INDIRECT, others[i] + 1)->leader_stack_id, C + 1);
    ck_assert_uint_eq(leak_model_block(model, others[i])->leak_leader, model->ids[C]);
  }
  leak_result_release(&result);
}
END_TEST

START_TEST(a_cycle_is_led_by_its_lowest_address)
{
  add_blocks(3);
  leak_model_write(model, A, 0, start_of(C));
  leak_model_write(model, C, 0, start_of(B));
  leak_model_write(model, B, 0, start_of(A));
  check();
  ck_kind(A, RECORD_LEAK_DEFINITE);
  ck_assert_uint_eq(loss_of(RECORD_LEAK_DEFINITE, A + 1)->indirect_blocks, 2);
  leak_result_release(&result);
}
END_TEST

START_TEST(a_block_belongs_to_one_clique)
{
  add_blocks(3);
  leak_model_write(model, A, 0, start_of(B));
  leak_model_write(model, C, 0, start_of(B));
  check();
  ck_assert_uint_eq(loss_of(RECORD_LEAK_DEFINITE, A + 1)->indirect_blocks, 1);
  ck_assert_uint_eq(loss_of(RECORD_LEAK_DEFINITE, C + 1)->indirect_blocks, 0);
  leak_result_release(&result);
}
END_TEST

START_TEST(a_block_may_point_to_itself)
{
  add_blocks(1);
  leak_model_write(model, A, 0, start_of(A));
  check_verdicts();
  ck_kind(A, RECORD_LEAK_DEFINITE);
}
END_TEST

/* --- cycles --- */

/* The stacks of a loss's cycle: "" when it is in none, or "1 2 3". */
static const char *cycle_of(const struct leak_loss *loss)
{
  static char text[100];
  text[0] = '\0';
  ck_assert_uint_le(loss->cycle, result.cycles.count);
  for (uint32_t i = loss->cycle ? result.cycles.ends[loss->cycle - 1] : 0;
       loss->cycle && i < result.cycles.ends[loss->cycle]; i++)
    snprintf(text + strlen(text), sizeof text - strlen(text), *text ? " %u" : "%u", result.cycles.stack_ids[i]);
  return text;
}

START_TEST(a_cycle_is_its_stacks_whoever_leads)
{
  add_blocks(4);
  leak_model_write(model, A, 0, start_of(C));
  leak_model_write(model, C, 0, inside_of(B));
  leak_model_write(model, B, 0, start_of(A));
  leak_model_write(model, B, 8, start_of(D)); /* hangs from it */
  for (unsigned turn = 0; turn < 3; turn++) {
    for (unsigned i = A; i <= C; i++)
      leak_model_block(model, i)->alloc_stack_id = 11 + (i + turn) % 3;
    check();
    ck_assert_uint_eq(result.cycles.count, 1);
    ck_assert_str_eq(cycle_of(loss_of(RECORD_LEAK_DEFINITE, 11 + turn)), "11 12 13");
    ck_assert_str_eq(cycle_of(loss_of(RECORD_LEAK_INDIRECT, 11 + (turn + 1) % 3)), "11 12 13");
    ck_assert_str_eq(cycle_of(loss_of(RECORD_LEAK_INDIRECT, 11 + (turn + 2) % 3)), "11 12 13");
    ck_assert_str_eq(cycle_of(loss_of(RECORD_LEAK_INDIRECT, D + 1)), "");
    leak_result_release(&result);
  }
}
END_TEST

START_TEST(what_leads_nowhere_or_to_itself_is_no_cycle)
{
  add_blocks(3);
  leak_model_write(model, A, 0, start_of(A));
  leak_model_write(model, A, 8, start_of(B));
  leak_model_write(model, B, 0, start_of(C));
  leak_model_write(model, C, 0, start_of(C));
  check();
  ck_assert_uint_eq(result.cycles.count, 0);
  ck_assert_str_eq(cycle_of(loss_of(RECORD_LEAK_DEFINITE, A + 1)), "");
  leak_result_release(&result);
}
END_TEST

START_TEST(a_cycle_that_hangs_from_a_leader_is_not_told)
{
  add_blocks(4);
  leak_model_write(model, D, 0, start_of(B)); /* gathered when the cycle had been one by itself */
  leak_model_write(model, A, 0, start_of(B));
  leak_model_write(model, B, 0, start_of(A));
  check();
  ck_assert_uint_eq(result.cycles.count, 1);
  ck_assert_str_eq(cycle_of(loss_of(RECORD_LEAK_DEFINITE, A + 1)), "1 2");
  ck_assert_uint_eq(loss_of(RECORD_LEAK_DEFINITE, A + 1)->leader_stack_id, D + 1);
  ck_assert_uint_eq(loss_of(RECORD_LEAK_DEFINITE, D + 1)->leader_stack_id, 0);
  ck_assert_str_eq(cycle_of(loss_of(RECORD_LEAK_DEFINITE, D + 1)), "");
  leak_result_release(&result);
  leak_model_write(model, D, 0, start_of(A)); /* D claims the leader and all that was its */
  check();
  ck_kind(A, RECORD_LEAK_INDIRECT);
  ck_assert_uint_eq(result.cycles.count, 0);
  leak_result_release(&result);
}
END_TEST

START_TEST(equal_cycles_are_one_and_members_stand_apart)
{
  add_blocks(5);
  for (unsigned i = A; i <= 4; i++)
    leak_model_block(model, i)->alloc_stack_id = 7 + i % 2;
  leak_model_write(model, A, 0, start_of(B));
  leak_model_write(model, B, 0, start_of(A));
  leak_model_write(model, C, 0, start_of(D));
  leak_model_write(model, D, 0, start_of(C));
  check();
  ck_assert_uint_eq(result.cycles.count, 1);
  ck_assert_uint_eq(result.loss_count, 3);
  ck_assert_uint_eq(result.losses[0].blocks, 1); /* the one that is in no cycle, of the same stack */
  ck_assert_str_eq(cycle_of(&result.losses[0]), "");
  ck_assert_uint_eq(result.losses[1].blocks, 2);
  ck_assert_uint_eq(result.losses[1].indirect_blocks, 2);
  ck_assert_str_eq(cycle_of(&result.losses[1]), "7 8");
  ck_assert_uint_eq(result.losses[2].kind, RECORD_LEAK_INDIRECT);
  ck_assert_str_eq(cycle_of(&result.losses[2]), "7 8");
  leak_result_release(&result);
}
END_TEST

/* Rings of two blocks, of all stacks and theirs of the same; then one ring of all blocks, in both directions. */
START_TEST(thousands_of_cycles_and_one_of_thousands)
{
  enum { COUNT = 20000, WORDS = 4, STACKS = 5000 };
  uint64_t (*memory)[WORDS] = calloc(COUNT, sizeof *memory);
  for (size_t i = 0; i < COUNT; i++) {
    block_id id = blocks_add(model->blocks, BLOCK_HEAP, (uintptr_t)memory[i], sizeof *memory);
    blocks_at(model->blocks, id)->alloc_stack_id = (uint32_t)(i * 7919 % COUNT % STACKS);
    memory[i][0] = (uintptr_t)memory[i ^ 1];
  }
  check();
  ck_assert_uint_gt(result.cycles.count, 1000);
  for (size_t i = 0; i < result.loss_count; i++)
    ck_assert_uint_ne(result.losses[i].cycle, 0);
  leak_result_release(&result);
  for (size_t i = 0; i < COUNT; i++) {
    memory[i][0] = (uintptr_t)memory[(i + COUNT - 1) % COUNT];
    memory[i][3] = (uintptr_t)memory[(i + 7) % COUNT];
  }
  check();
  ck_assert_uint_eq(result.cycles.count, 1);
  ck_assert_uint_eq(result.cycles.ends[1], STACKS);
  for (uint32_t i = 0; i < STACKS; i++)
    ck_assert_uint_eq(result.cycles.stack_ids[i], i);
  leak_result_release(&result);
  free(memory);
}
END_TEST

/* --- heuristics; the block has 64 bytes --- */

static void ck_heuristic(uint64_t offset, unsigned heuristic)
{
  add_blocks(1);
  leak_model_add_root(model, RECORD_ROOT_GLOBAL, leak_model_address(model, A, offset));
  check_verdicts();
  ck_kind(A, heuristic ? RECORD_LEAK_REACHABLE : RECORD_LEAK_POSSIBLE);
  ck_assert_uint_eq(leak_model_block(model, A)->leak_heuristic, heuristic);
  model->options.heuristics &= ~(1u << heuristic);
  check_verdicts();
  ck_assert_uint_ne(leak_model_block(model, A)->leak_heuristic, RECORD_HEURISTIC_MULTIPLEINHERITANCE);
  ck_assert(!heuristic || leak_model_block(model, A)->leak_heuristic != heuristic);
}

/* Words of a block's beginning, before it is there. */
static void put_words(uint64_t first, uint64_t second)
{
  memcpy(model->memory + 64, &first, sizeof first);
  memcpy(model->memory + 64 + 8, &second, sizeof second);
}

static const struct heuristic_case {
  uint64_t first, second, offset;
  unsigned heuristic;
} heuristic_cases[] = {
  {5, 64 - 25, 24, RECORD_HEURISTIC_STDSTRING},
  {64 - 25, 64 - 25, 24, RECORD_HEURISTIC_STDSTRING},
  {64 - 24, 64 - 25, 24, RECORD_HEURISTIC_NONE}, /* longer than its capacity */
  {5, 64 - 24, 24, RECORD_HEURISTIC_NONE},       /* another capacity than the block's */
  {5, 64 - 25, 25, RECORD_HEURISTIC_NONE},       /* not where the characters begin */
  {56, 0, 8, RECORD_HEURISTIC_LENGTH64},
  {55, 0, 8, RECORD_HEURISTIC_NONE},
  {56, 0, 16, RECORD_HEURISTIC_NONE},
  {7, 0, 8, RECORD_HEURISTIC_NEWARRAY},
  {1, 0, 8, RECORD_HEURISTIC_NEWARRAY},
  {0, 0, 8, RECORD_HEURISTIC_NONE},
  {9, 0, 8, RECORD_HEURISTIC_NONE},
  {1, 1, 16, RECORD_HEURISTIC_REFCOUNT},
  {1 << 20, 2, 16, RECORD_HEURISTIC_REFCOUNT},
  {1, 1, 24, RECORD_HEURISTIC_NONE},                  /* into the value */
  {1, 1, 17, RECORD_HEURISTIC_NONE},
  {1, 1, 8, RECORD_HEURISTIC_NEWARRAY},               /* before the value */
  {0, 1, 16, RECORD_HEURISTIC_NONE},                  /* the value is gone */
  {1, 0, 16, RECORD_HEURISTIC_NONE},
  {(1 << 20) + 1, 1, 16, RECORD_HEURISTIC_NONE},      /* no count */
  {1, UINT64_MAX, 16, RECORD_HEURISTIC_NONE},
  {1, 1, 32, RECORD_HEURISTIC_REFCOUNT},              /* of a value that is aligned to as much */
  {1, 1, 40, RECORD_HEURISTIC_NONE},
  {1, 1, 48, RECORD_HEURISTIC_NONE},
};

START_TEST(heuristics_know_their_layouts)
{
  put_words(heuristic_cases[_i].first, heuristic_cases[_i].second);
  ck_heuristic(heuristic_cases[_i].offset, heuristic_cases[_i].heuristic);
}
END_TEST

/* Words of the block from byte 40 on, and of one that a root points to; in these words 1 stands for the element's
 * address, 2 for that of the other block, 3 for the second word of that. */
static const struct list_case {
  uint64_t element[2], other[2];
  unsigned heuristic;
} list_cases[] = {
  {{2, 2}, {1, 1}, RECORD_HEURISTIC_LIST},
  {{0, 2}, {1, 0}, RECORD_HEURISTIC_LIST}, /* the last one */
  {{0, 3}, {0, 1}, RECORD_HEURISTIC_LIST},
  {{2, 2}, {1, 0}, RECORD_HEURISTIC_NONE}, /* the next one leads back elsewhere */
  {{2, 2}, {0, 1}, RECORD_HEURISTIC_NONE},
  {{1, 1}, {1, 0}, RECORD_HEURISTIC_NONE}, /* an empty list */
  {{0, 0}, {1, 0}, RECORD_HEURISTIC_NONE},
};

static uint64_t list_word(uint64_t word, uint64_t element, uint64_t other)
{
  return word == 1 ? element : word == 2 ? other : word == 3 ? other + 8 : word;
}

START_TEST(elements_of_lists_are_known_by_their_neighbours)
{
  enum { INTO = 40 };
  add_blocks(2);
  const uint64_t element = leak_model_address(model, A, INTO), other = leak_model_address(model, B, 0);
  for (unsigned i = 0; i < 2; i++) {
    leak_model_write(model, A, INTO + 8 * i, list_word(list_cases[_i].element[i], element, other));
    leak_model_write(model, B, 8 * i, list_word(list_cases[_i].other[i], element, other));
  }
  leak_model_add_root(model, RECORD_ROOT_GLOBAL, other);
  check_verdicts();
  ck_kind(A, list_cases[_i].heuristic ? RECORD_LEAK_REACHABLE : RECORD_LEAK_POSSIBLE);
  ck_assert_uint_eq(leak_model_block(model, A)->leak_heuristic, list_cases[_i].heuristic);
}
END_TEST

START_TEST(counts_are_those_of_rust_code_only)
{
  put_words(1, 1);
  model->layout_stacks_apart = 2;
  ck_heuristic(16, RECORD_HEURISTIC_NONE);
}
END_TEST

/* Objects of CPython: words at the start of the block, and where the pointer goes. */
static const struct object_case {
  uint64_t words[6], offset;
  unsigned heuristic;
} object_cases[] = {
  {{0, 0, 1, 0x5000}, 16, RECORD_HEURISTIC_REFCOUNT},
  {{0x7000, 0x7003, 2, 0x5000}, 16, RECORD_HEURISTIC_REFCOUNT},
  {{0x7000, 0x7002, 0, 0x5000}, 16, RECORD_HEURISTIC_NONE},  /* freed */
  {{0x7000, 0x7002, 1, 0}, 16, RECORD_HEURISTIC_NONE},       /* without a type */
  {{0x7000, 0x7002, 1, 0x5001}, 16, RECORD_HEURISTIC_NONE},
  {{0x7004, 0, 1, 0x5000}, 16, RECORD_HEURISTIC_NONE},       /* no link */
  {{0, 0, 1, 0x5000, 1, 0x5000}, 24, RECORD_HEURISTIC_NONE},
  {{9, 9, 0, 2, 1, 0x5000}, 32, RECORD_HEURISTIC_REFCOUNT},  /* with a dictionary of its own */
  {{9, 9, 9, 9, 1, 0x5000}, 32, RECORD_HEURISTIC_NONE},
};

START_TEST(objects_are_reached_behind_the_words_of_the_collector)
{
  memcpy(model->memory + 64, object_cases[_i].words, sizeof object_cases[_i].words);
  model->layout = LEAK_LAYOUT_PYTHON;
  ck_heuristic(object_cases[_i].offset, object_cases[_i].heuristic);
}
END_TEST

START_TEST(objects_are_those_of_the_interpreter_only)
{
  memcpy(model->memory + 64, object_cases[0].words, sizeof object_cases[0].words);
  ck_heuristic(16, RECORD_HEURISTIC_NONE);
}
END_TEST

START_TEST(a_value_further_in_needs_a_block_that_is_aligned_to_it)
{
  const uint64_t one = 1;
  memcpy(model->memory + 80, &one, sizeof one);
  memcpy(model->memory + 88, &one, sizeof one);
  leak_model_add(model, BLOCK_HEAP, 80, 64);
  leak_model_add_root(model, RECORD_ROOT_GLOBAL, leak_model_address(model, A, 32));
  check_verdicts();
  ck_kind(A, RECORD_LEAK_POSSIBLE);
}
END_TEST

/* An array of new[] without elements is its count alone, and its elements would begin where it ends. */
START_TEST(pointer_one_past_reaches_an_empty_array)
{
  static const struct {
    unsigned allocator;
    uint64_t bytes, count;
    bool has_heuristic;
    unsigned kind;
  } cases[] = {
    {RECORD_ALLOCATOR_NEW_ARRAY, 8, 0, true, RECORD_LEAK_REACHABLE},
    {RECORD_ALLOCATOR_NEW_ARRAY, 8, 0, false, RECORD_LEAK_DEFINITE},
    {RECORD_ALLOCATOR_NEW_ARRAY, 8, 1, true, RECORD_LEAK_DEFINITE},
    {RECORD_ALLOCATOR_NEW_ARRAY, 16, 0, true, RECORD_LEAK_DEFINITE},
    {RECORD_ALLOCATOR_MALLOC, 8, 0, true, RECORD_LEAK_DEFINITE},
  };
  put_words(cases[_i].count, 0);
  leak_model_add(model, BLOCK_HEAP, 64, cases[_i].bytes);
  leak_model_block(model, A)->allocator = cases[_i].allocator & 3;
  if (!cases[_i].has_heuristic)
    model->options.heuristics = 0;
  leak_model_add_root(model, RECORD_ROOT_GLOBAL, leak_model_address(model, A, cases[_i].bytes));
  check();
  ck_kind(A, cases[_i].kind);
  leak_result_release(&result);
}
END_TEST

START_TEST(multiple_inheritance_needs_two_vtables)
{
  put_words((uintptr_t)&model->vtable[0], 3);
  uint64_t other = (uintptr_t)&model->vtable[6];
  memcpy(model->memory + 64 + 32, &other, sizeof other);
  ck_heuristic(32, RECORD_HEURISTIC_MULTIPLEINHERITANCE);
}
END_TEST

START_TEST(what_does_not_point_to_functions_is_no_vtable)
{
  put_words((uintptr_t)&model->vtable[0], 3);
  uint64_t other = (uintptr_t)&model->vtable[6];
  memcpy(model->memory + 64 + 32, &other, sizeof other);
  model->vtable[7] = 4711;
  ck_heuristic(32, RECORD_HEURISTIC_NONE);
}
END_TEST

START_TEST(a_pointer_to_the_start_makes_the_heuristic_idle)
{
  put_words(56, 0);
  add_blocks(2);
  leak_model_add_root(model, RECORD_ROOT_GLOBAL, leak_model_address(model, A, 8));
  leak_model_add_root(model, RECORD_ROOT_STACK, start_of(A));
  check_verdicts();
  ck_kind(A, RECORD_LEAK_REACHABLE);
  ck_assert_uint_eq(leak_model_block(model, A)->leak_heuristic, RECORD_HEURISTIC_NONE);
  ck_assert_uint_eq(leak_model_block(model, A)->leak_root_class, RECORD_ROOT_GLOBAL);
}
END_TEST

/* --- blocks in blocks --- */

START_TEST(a_custom_block_hides_the_block_it_was_carved_from)
{
  leak_model_add(model, BLOCK_HEAP, 64, 1024);
  leak_model_add(model, BLOCK_CUSTOM, 64, 32);
  leak_model_add(model, BLOCK_CUSTOM, 128, 32);
  leak_model_add_root(model, RECORD_ROOT_GLOBAL, start_of(C));
  leak_model_add_root(model, RECORD_ROOT_GLOBAL, leak_model_address(model, A, 512));
  check();
  ck_kind(A, 0);
  ck_kind(B, RECORD_LEAK_DEFINITE);
  ck_kind(C, RECORD_LEAK_REACHABLE);
  ck_assert_uint_eq(result.loss_count, 2);
  leak_result_release(&result);
}
END_TEST

START_TEST(pool_blocks_hide_custom_blocks_too)
{
  leak_model_add(model, BLOCK_CUSTOM, 64, 1024);
  leak_model_add(model, BLOCK_POOL, 96, 32);
  leak_model_add(model, BLOCK_HEAP, 2048, 32);
  check_verdicts();
  ck_kind(A, 0);
  ck_kind(B, RECORD_LEAK_DEFINITE);
  ck_kind(C, RECORD_LEAK_DEFINITE);
}
END_TEST

START_TEST(a_metapool_and_what_is_carved_from_it_both_count)
{
  leak_model_add(model, BLOCK_HEAP, 64, 2048);
  leak_model_add(model, BLOCK_METAPOOL, 64, 1024);
  leak_model_add(model, BLOCK_CUSTOM, 128, 64);
  leak_model_add(model, BLOCK_CUSTOM, 256, 64);
  leak_model_write(model, B, 8, start_of(D));
  leak_model_add_root(model, RECORD_ROOT_GLOBAL, start_of(B));
  check_verdicts();
  ck_kind(A, 0);
  ck_kind(B, RECORD_LEAK_REACHABLE);
  ck_kind(C, RECORD_LEAK_DEFINITE);
  ck_kind(D, RECORD_LEAK_REACHABLE);
}
END_TEST

START_TEST(a_shared_start_points_to_both_blocks)
{
  leak_model_add(model, BLOCK_METAPOOL, 64, 1024);
  leak_model_add(model, BLOCK_CUSTOM, 64, 64);
  leak_model_add_root(model, RECORD_ROOT_GLOBAL, start_of(A));
  check_verdicts();
  ck_kind(A, RECORD_LEAK_REACHABLE);
  ck_kind(B, RECORD_LEAK_REACHABLE);
}
END_TEST

START_TEST(an_address_behind_an_inner_block_is_in_the_outer_one)
{
  leak_model_add(model, BLOCK_METAPOOL, 64, 1024);
  leak_model_add(model, BLOCK_CUSTOM, 128, 64);
  leak_model_add_root(model, RECORD_ROOT_GLOBAL, leak_model_address(model, B, 64));
  check_verdicts();
  ck_kind(A, RECORD_LEAK_POSSIBLE);
  ck_kind(B, RECORD_LEAK_DEFINITE);
}
END_TEST

START_TEST(of_two_blocks_with_one_start_the_smaller_is_the_inner_one)
{
  leak_model_add(model, BLOCK_CUSTOM, 64, 64);
  leak_model_add(model, BLOCK_METAPOOL, 64, 1024);
  leak_model_add_root(model, RECORD_ROOT_GLOBAL, leak_model_address(model, A, 32));
  check_verdicts();
  ck_kind(A, RECORD_LEAK_POSSIBLE);
  ck_kind(B, RECORD_LEAK_DEFINITE);
  model->root_words[0][0] = leak_model_address(model, A, 64);
  check_verdicts();
  ck_kind(A, RECORD_LEAK_DEFINITE);
  ck_kind(B, RECORD_LEAK_POSSIBLE);
}
END_TEST

START_TEST(a_pool_block_hides_the_blocks_at_both_its_ends)
{
  add_blocks(3);
  leak_model_add(model, BLOCK_POOL, 64 + 32, 128);
  check_verdicts();
  ck_kind(A, 0);
  ck_kind(B, 0);
  ck_kind(C, RECORD_LEAK_DEFINITE);
  ck_kind(D, RECORD_LEAK_DEFINITE);
}
END_TEST

START_TEST(what_an_earlier_check_found_does_not_linger)
{
  leak_model_add(model, BLOCK_HEAP, 64, 40000);
  leak_model_add_root(model, RECORD_ROOT_GLOBAL, leak_model_address(model, A, 30000));
  check_verdicts();
  ck_kind(A, RECORD_LEAK_POSSIBLE);
  leak_model_block(model, A)->state = BLOCK_QUARANTINED;
  check_verdicts();
  ck_kind(A, 0);
  blocks_remove(model->blocks, model->ids[A]);
  const uint64_t huge_bytes = UINT64_C(1) << 28;
  block_id huge = blocks_add(model->blocks, BLOCK_HEAP, (uintptr_t)model->memory - huge_bytes / 2, huge_bytes);
  model->access[0].read = read_nothing_far;
  model->options.heuristics = 0;
  check_verdicts();
  ck_assert_uint_eq(blocks_at(model->blocks, huge)->leak_kind, RECORD_LEAK_POSSIBLE);
}
END_TEST

START_TEST(pool_blocks_alone_are_no_heap)
{
  leak_model_add(model, BLOCK_POOL, 64, 64);
  check();
  ck_kind(A, 0);
  ck_assert_uint_eq(result.loss_count, 0);
  leak_result_release(&result);
}
END_TEST

/* --- loss records --- */

static uint32_t halve(void *context, uint32_t stack_id)
{
  return stack_id / 2 * 2;
}

START_TEST(records_are_sorted_and_cut_to_the_resolution)
{
  add_blocks(4);
  for (unsigned i = A; i <= D; i++)
    leak_model_block(model, i)->alloc_stack_id = 13 - i;
  leak_model_write(model, D, 0, start_of(C));
  model->options.stack_key = halve;
  check();
  ck_assert_uint_eq(result.loss_count, 3);
  ck_assert_uint_eq(result.losses[0].stack_id, 10);
  ck_assert_uint_eq(result.losses[0].indirect_bytes, 64);
  ck_assert_uint_eq(result.losses[1].stack_id, 12);
  ck_assert_uint_eq(result.losses[1].blocks, 2);
  ck_assert_uint_eq(result.losses[1].bytes, 128);
  ck_assert_uint_eq(result.losses[2].kind, RECORD_LEAK_INDIRECT);
  ck_assert_uint_eq(result.losses[2].leader_stack_id, 10);
  leak_result_release(&result);
}
END_TEST

static uint32_t test_by_birth(const struct block *block)
{
  return (uint32_t)block->birth / 10;
}

START_TEST(blocks_of_each_test_have_records_of_their_own)
{
  static const uint64_t births[] = {25, 7, 21, 15};
  add_blocks(4);
  for (unsigned i = A; i <= D; i++) {
    leak_model_block(model, i)->alloc_stack_id = 1;
    leak_model_block(model, i)->birth = births[i];
  }
  leak_model_write(model, A, 0, start_of(D)); /* lost through it, whatever test it is from */
  model->options.test_of = test_by_birth;
  check();
  ck_assert_uint_eq(result.loss_count, 3);
  ck_assert_uint_eq(result.losses[0].test, 0);
  ck_assert_uint_eq(result.losses[0].blocks, 1);
  ck_assert_uint_eq(result.losses[1].test, 2);
  ck_assert_uint_eq(result.losses[1].blocks, 2);
  ck_assert_uint_eq(result.losses[1].indirect_blocks, 1);
  ck_assert_uint_eq(result.losses[2].kind, RECORD_LEAK_INDIRECT);
  ck_assert_uint_eq(result.losses[2].test, 1);
  leak_result_release(&result);
}
END_TEST

START_TEST(inherited_blocks_have_records_of_their_own)
{
  add_blocks(2);
  leak_model_block(model, A)->alloc_stack_id = leak_model_block(model, B)->alloc_stack_id = 1;
  leak_model_block(model, B)->generation = 2;
  model->options.generation = 2;
  check();
  ck_assert_uint_eq(result.loss_count, 2);
  ck_assert_uint_eq(result.losses[0].inherited, 0);
  ck_assert_uint_eq(result.losses[1].inherited, 1);
  leak_result_release(&result);
}
END_TEST

START_TEST(an_empty_heap_has_no_records)
{
  leak_model_add_root(model, RECORD_ROOT_GLOBAL, 64);
  check();
  ck_assert_uint_eq(result.loss_count, 0);
  leak_result_release(&result);
}
END_TEST

/* --- random heaps --- */

static void ck_verdict(unsigned number, const struct leak_verdict *verdict)
{
  const struct block *block = leak_model_block(model, number);
  ck_assert_msg(block->leak_kind == verdict->kind, "block %u is of kind %u, not %u", number, (unsigned)block->leak_kind,
                verdict->kind);
  ck_assert_uint_eq(block->leak_root_class, verdict->root_class);
  unsigned heuristics = verdict->heuristics & 1 ? 1 : verdict->heuristics;
  ck_assert(heuristics ? heuristics >> block->leak_heuristic & 1 : block->leak_heuristic == 0);
  if (verdict->kind == RECORD_LEAK_INDIRECT)
    ck_assert_uint_eq(block->leak_leader, model->ids[verdict->leader]);
}

/* The records add up to the blocks. */
static void ck_sums(const struct leak_verdict *verdicts)
{
  uint64_t expected[5][2] = {{0}}, found[5][2] = {{0}}, indirect[2] = {0};
  for (unsigned number = 0; number < model->block_count; number++) {
    expected[verdicts[number].kind][0] += leak_model_block(model, number)->size_bytes;
    expected[verdicts[number].kind][1]++;
  }
  for (size_t i = 0; i < result.loss_count; i++) {
    const struct leak_loss *loss = &result.losses[i];
    found[loss->kind][0] += loss->bytes;
    found[loss->kind][1] += loss->blocks;
    indirect[0] += loss->indirect_bytes;
    indirect[1] += loss->indirect_blocks;
    if (i > 0 && !leak_loss_is_before(&result.losses[i - 1], loss)) {
      ck_assert(!leak_loss_is_before(loss, &result.losses[i - 1]));
      ck_assert_uint_lt(result.losses[i - 1].cycle, loss->cycle);
    }
  }
  for (unsigned kind = 1; kind < 5; kind++)
    ck_assert_mem_eq(expected[kind], found[kind], sizeof found[kind]);
  ck_assert_mem_eq(expected[RECORD_LEAK_INDIRECT], indirect, sizeof indirect);
}

static uint32_t key_of_stack(uint32_t stack_id)
{
  return model->options.stack_key ? model->options.stack_key(NULL, stack_id) : stack_id;
}

static uint32_t key_of(unsigned number)
{
  return key_of_stack(leak_model_block(model, number)->alloc_stack_id);
}

/* The keys of a set of blocks, as a set of 1 << key. */
static uint64_t keys_of(uint64_t blocks)
{
  uint64_t keys = 0;
  for (unsigned number = 0; number < model->block_count; number++)
    if (blocks >> number & 1)
      keys |= UINT64_C(1) << key_of(number) % 64;
  return keys;
}

static uint64_t keys_of_cycle(uint32_t cycle)
{
  uint64_t keys = 0;
  for (uint32_t i = cycle ? result.cycles.ends[cycle - 1] : 0; cycle && i < result.cycles.ends[cycle]; i++) {
    ck_assert(i == result.cycles.ends[cycle - 1] || result.cycles.stack_ids[i - 1] < result.cycles.stack_ids[i]);
    keys |= UINT64_C(1) << result.cycles.stack_ids[i] % 64;
  }
  return keys;
}

static unsigned leader_of(unsigned number, const struct leak_verdict *verdicts)
{
  return verdicts[number].kind == RECORD_LEAK_INDIRECT ? verdicts[number].leader : number;
}

struct outsiders {
  const struct leak_verdict *verdicts;
  uint64_t cycle;
  unsigned leader;
  uint32_t lowest_stack;
};

static void note_outsider(void *context, const struct leak_pointer *pointer)
{
  struct outsiders *outsiders = context;
  if (pointer->from >= MODEL_BLOCKS_MAX || !(outsiders->cycle >> pointer->to & 1) ||
      outsiders->verdicts[pointer->from].kind > RECORD_LEAK_INDIRECT)
    return;
  const unsigned leader = leader_of(pointer->from, outsiders->verdicts);
  const uint32_t stack_id = leak_model_block(model, leader)->alloc_stack_id;
  if (leader != outsiders->leader && stack_id && (!outsiders->lowest_stack || stack_id < outsiders->lowest_stack))
    outsiders->lowest_stack = stack_id;
}

/* The key of the lowest stack of leaders that lead to a leader's cycle from outside. */
static uint32_t outer_key(unsigned leader, const struct leak_verdict *verdicts, uint64_t cycle)
{
  struct outsiders outsiders = {.verdicts = verdicts, .cycle = cycle, .leader = leader};
  leak_model_each_pointer(model, note_outsider, &outsiders);
  return key_of_stack(outsiders.lowest_stack);
}

/* A lost block is counted by a record of its kind, stack, leader's stack and cycle. */
static void count_off(unsigned number, const struct leak_verdict *verdicts, uint64_t cycle)
{
  const struct leak_verdict *verdict = &verdicts[number];
  uint32_t leader_key = 0;
  if (verdict->kind == RECORD_LEAK_INDIRECT)
    leader_key = key_of(verdict->leader);
  else if (cycle)
    leader_key = outer_key(number, verdicts, cycle);
  for (size_t i = 0; i < result.loss_count; i++) {
    struct leak_loss *loss = &result.losses[i];
    if (loss->kind == verdict->kind && loss->stack_id == key_of(number) && loss->leader_stack_id == leader_key &&
        keys_of_cycle(loss->cycle) == keys_of(cycle)) {
      ck_assert_uint_gt(loss->blocks--, 0);
      loss->bytes -= leak_model_block(model, number)->size_bytes;
      return;
    }
  }
  ck_abort_msg("no record for block %u", number);
}

/* Blocks that their leader leads to and that lead to it are told, and no others. Counts the cycles. */
static unsigned ck_cycles(const struct leak_verdict *verdicts)
{
  uint64_t cycles[MODEL_BLOCKS_MAX];
  unsigned count = 0;
  leak_model_find_cycles(model, cycles);
  for (unsigned number = 0; number < model->block_count; number++) {
    const bool is_leader = verdicts[number].kind == RECORD_LEAK_DEFINITE;
    if (!is_leader && verdicts[number].kind != RECORD_LEAK_INDIRECT)
      continue;
    const unsigned leader = leader_of(number, verdicts);
    const bool is_member = cycles[leader] && (is_leader || cycles[leader] >> number & 1);
    count += is_leader && is_member;
    count_off(number, verdicts, is_member ? cycles[leader] | UINT64_C(1) << leader : 0);
  }
  for (size_t i = 0; i < result.loss_count; i++)
    if (result.losses[i].kind <= RECORD_LEAK_INDIRECT)
      ck_assert_uint_eq(result.losses[i].blocks + result.losses[i].bytes, 0);
    else
      ck_assert_uint_eq(result.losses[i].cycle, 0);
  for (uint32_t a = 1; a <= result.cycles.count; a++)
    for (uint32_t b = 1; b < a; b++)
      ck_assert_uint_ne(keys_of_cycle(a), keys_of_cycle(b));
  return count;
}

/* Check twice: by whole stacks, then by cut ones. Returns how many cycles there are. */
static unsigned ck_model(void)
{
  struct leak_verdict verdicts[MODEL_BLOCKS_MAX];
  unsigned cycles = 0;
  leak_model_judge(model, verdicts);
  for (unsigned again = 0; again < 2; again++) {
    model->options.stack_key = again ? halve : NULL;
    check();
    for (unsigned number = 0; number < model->block_count; number++)
      ck_verdict(number, &verdicts[number]);
    ck_sums(verdicts);
    cycles = ck_cycles(verdicts);
    leak_result_release(&result);
  }
  return cycles;
}

START_TEST(random_heaps_agree_with_the_plain_scan)
{
  for (unsigned round = 0; round < ROUNDS; round++) {
    tear_down();
    set_up();
    leak_model_make_random(model, (uint64_t)_i * ROUNDS + round);
    ck_model();
  }
}
END_TEST

/* Lost blocks that point to each other, each with a pointer or two, many from the same stack. */
START_TEST(random_cycles_agree_with_the_plain_scan)
{
  unsigned cycles = 0;
  srand((unsigned)_i);
  for (unsigned round = 0; round < ROUNDS; round++) {
    tear_down();
    set_up();
    const unsigned count = 2 + (unsigned)rand() % 30;
    add_blocks(count);
    for (unsigned number = 0; number < count; number++)
      leak_model_block(model, number)->alloc_stack_id = (uint32_t)rand() % 20;
    for (unsigned pointers = count + (unsigned)rand() % count; pointers > 0; pointers--) {
      const unsigned from = (unsigned)rand() % count, to = (unsigned)rand() % count;
      leak_model_write(model, from, (unsigned)rand() % 8 * 8, rand() % 4 ? start_of(to) : inside_of(to));
    }
    cycles += ck_model();
  }
  ck_assert_uint_gt(cycles, ROUNDS / 8);
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("leak");
  TCase *tcase = tcase_create("leak");
  tcase_add_checked_fixture(tcase, set_up, tear_down);
  tcase_add_loop_test(tcase, the_nine_cases_of_the_manual, 0, sizeof nine_cases / sizeof *nine_cases);
  tcase_add_test(tcase, a_block_ends_before_its_end);
  tcase_add_test(tcase, an_empty_block_is_held_by_its_start);
  tcase_add_test(tcase, only_aligned_whole_words_are_pointers);
  tcase_add_test(tcase, unreadable_words_are_skipped);
  tcase_add_test(tcase, blocks_in_quarantine_neither_hold_nor_are_lost);
  tcase_add_test(tcase, a_pointer_into_the_far_end_of_a_large_block_counts);
  tcase_add_test(tcase, blocks_larger_than_a_leaf_of_the_map_count);
  tcase_add_test(tcase, a_block_of_many_words_is_scanned_to_its_end);
  tcase_add_test(tcase, a_thicket_is_followed_to_the_end);
  tcase_add_test(tcase, a_possible_block_becomes_reachable_and_all_behind_it);
  tcase_add_test(tcase, the_best_class_of_roots_wins);
  tcase_add_test(tcase, the_leader_carries_its_clique);
  tcase_add_test(tcase, a_cycle_is_led_by_its_lowest_address);
  tcase_add_test(tcase, a_block_belongs_to_one_clique);
  tcase_add_test(tcase, a_block_may_point_to_itself);
  tcase_add_test(tcase, a_cycle_is_its_stacks_whoever_leads);
  tcase_add_test(tcase, what_leads_nowhere_or_to_itself_is_no_cycle);
  tcase_add_test(tcase, a_cycle_that_hangs_from_a_leader_is_not_told);
  tcase_add_test(tcase, equal_cycles_are_one_and_members_stand_apart);
  tcase_add_test(tcase, thousands_of_cycles_and_one_of_thousands);
  tcase_add_loop_test(tcase, heuristics_know_their_layouts, 0, sizeof heuristic_cases / sizeof *heuristic_cases);
  tcase_add_loop_test(tcase, elements_of_lists_are_known_by_their_neighbours, 0,
                      sizeof list_cases / sizeof *list_cases);
  tcase_add_test(tcase, counts_are_those_of_rust_code_only);
  tcase_add_loop_test(tcase, objects_are_reached_behind_the_words_of_the_collector, 0,
                      sizeof object_cases / sizeof *object_cases);
  tcase_add_test(tcase, objects_are_those_of_the_interpreter_only);
  tcase_add_test(tcase, a_value_further_in_needs_a_block_that_is_aligned_to_it);
  tcase_add_loop_test(tcase, pointer_one_past_reaches_an_empty_array, 0, 5);
  tcase_add_test(tcase, multiple_inheritance_needs_two_vtables);
  tcase_add_test(tcase, what_does_not_point_to_functions_is_no_vtable);
  tcase_add_test(tcase, a_pointer_to_the_start_makes_the_heuristic_idle);
  tcase_add_test(tcase, a_custom_block_hides_the_block_it_was_carved_from);
  tcase_add_test(tcase, pool_blocks_hide_custom_blocks_too);
  tcase_add_test(tcase, a_metapool_and_what_is_carved_from_it_both_count);
  tcase_add_test(tcase, a_shared_start_points_to_both_blocks);
  tcase_add_test(tcase, an_address_behind_an_inner_block_is_in_the_outer_one);
  tcase_add_test(tcase, of_two_blocks_with_one_start_the_smaller_is_the_inner_one);
  tcase_add_test(tcase, a_pool_block_hides_the_blocks_at_both_its_ends);
  tcase_add_test(tcase, what_an_earlier_check_found_does_not_linger);
  tcase_add_test(tcase, pool_blocks_alone_are_no_heap);
  tcase_add_test(tcase, records_are_sorted_and_cut_to_the_resolution);
  tcase_add_test(tcase, blocks_of_each_test_have_records_of_their_own);
  tcase_add_test(tcase, inherited_blocks_have_records_of_their_own);
  tcase_add_test(tcase, an_empty_heap_has_no_records);
  suite_add_tcase(suite, tcase);
  TCase *random_tcase = tcase_create("random heaps");
  tcase_add_checked_fixture(random_tcase, set_up, tear_down);
  tcase_add_loop_test(random_tcase, random_heaps_agree_with_the_plain_scan, 0, 10);
  tcase_add_loop_test(random_tcase, random_cycles_agree_with_the_plain_scan, 0, 20);
  suite_add_tcase(suite, random_tcase);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
