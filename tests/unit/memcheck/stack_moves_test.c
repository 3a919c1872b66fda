/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Functions as compilers and people write them; for each, which of its instructions made which bytes of the frame new.
 * They are never run. Instructions that matter have a name. */
#include "memcheck/pure/engine/stack_moves.h"

#include "oracle/vex.h"
#include "unit/unit.h"

#define FUNCTION(name, code) \
  extern const uint8_t name[], name##_end[]; \
  __asm__(".text\n" #name ":\n" code "\n" #name "_end: .fill 16, 1, 0x90\n")
#define NAMED(name) extern const uint8_t name[]

FUNCTION(plain, "push %rbp; mov %rsp, %rbp; push %rbx; plain_sub: sub $1000, %rsp; mov %rax, (%rsp); call plain_end; "
                "plain_ip: leave; ret");
NAMED(plain_sub);
NAMED(plain_ip);
FUNCTION(probed,
         "lea -16384(%rsp), %r11; 1: probed_sub: sub $4096, %rsp; orq $0, (%rsp); cmp %r11, %rsp; jne 1b;"
         "probed_rest: sub $600, %rsp; nop; ret");
NAMED(probed_sub);
NAMED(probed_rest);
FUNCTION(dynamic,
         "push %rbp; mov %rsp, %rbp; sub $200, %rsp; test %edi, %edi; je 1f; call dynamic_end; dynamic_back:"
         "dynamic_sub: sub %rsi, %rsp; mov %rax, (%rsp); call dynamic_end; 1: leave; ret");
NAMED(dynamic_sub);
NAMED(dynamic_back);
FUNCTION(aligned,
         "lea 8(%rsp), %r10; aligned_and: and $-4096, %rsp; push -8(%r10); push %rbp; mov %rsp, %rbp; push %r10;"
         "aligned_sub: sub $5000, %rsp; nop; ret");
NAMED(aligned_and);
NAMED(aligned_sub);
FUNCTION(late,
         "test %edi, %edi; je 1f; late_sub: sub $800, %rsp; mov %rax, (%rsp); call late_end; add $800, %rsp; 1: ret");
NAMED(late_sub);
FUNCTION(table, "table_sub: sub $800, %rsp; jmp *%rax; ret");
NAMED(table_sub);
FUNCTION(below,
         "below_sub: sub $800, %rsp; below_before: mov %rax, (%rsp); call below_end;"
         "below_after: mov %rax, (%rsp); add $800, %rsp; ret");
NAMED(below_sub);
NAMED(below_before);
NAMED(below_after);
FUNCTION(endless, "1: push %rax; jmp 1b");

FUNCTION(merged, "push %rbx; sub $800, %rsp; merged_call: call merged_end; add $800, %rsp; pop %rbx; ret");
NAMED(merged_call);

static const uint64_t entry_sp = 0x1000000ff8;
static const uint8_t *function_end;
static struct stack_moves moves;
static uint64_t sp_found;

static void gave_up(void) __attribute__((noreturn));
static void gave_up(void)
{
  abort();
}

static IRSB *block_at(uint64_t function, uint64_t address)
{
  return address >= function && address < (uint64_t)function_end ? vex_decode((const uint8_t *)address) : NULL;
}

static bool find_at(const uint8_t *function, const uint8_t *end, int64_t distance, const uint8_t *ip)
{
  struct stack_frame frame = {(uint64_t)function, entry_sp, entry_sp + (uint64_t)distance, (uint64_t)ip};
  function_end = end;
  return stack_moves_find(&frame, block_at, &moves, &sp_found);
}

#define FIND(name, distance, ip) find_at(name, name##_end, distance, ip)

static const uint8_t *made_new(int64_t distance)
{
  return (const uint8_t *)stack_moves_of(&moves, distance).ip;
}

static void setup(void)
{
  vex_begin(gave_up, vex_says);
}

START_TEST(the_red_zone_of_the_call_is_the_functions_and_the_rest_the_subs)
{
  ck_assert(FIND(plain, -1016, NULL));
  ck_assert_uint_eq(sp_found, entry_sp - 1016);
  ck_assert_ptr_eq(made_new(-8), plain);
  ck_assert_ptr_eq(made_new(-128), plain);
  ck_assert_ptr_eq(made_new(-129), plain); /* the push moved over it */
  ck_assert_ptr_eq(made_new(-145), plain_sub);
  ck_assert_ptr_eq(made_new(-1016), plain_sub);
  struct stack_move move = stack_moves_of(&moves, -500);
  ck_assert_int_eq(move.start, -1016 - 128);
  ck_assert_int_eq(move.end, -144);
}
END_TEST

START_TEST(a_loop_of_probes_is_followed)
{
  ck_assert(FIND(probed, -16384 - 600, NULL));
  ck_assert_ptr_eq(made_new(-200), probed_sub);
  ck_assert_ptr_eq(made_new(-16384 - 100), probed_sub);
  ck_assert_ptr_eq(made_new(-16384 - 200), probed_rest);
}
END_TEST

START_TEST(what_is_reserved_by_an_unknown_amount_has_no_end)
{
  ck_assert(FIND(dynamic, -70000, NULL));
  ck_assert_uint_eq(sp_found, 0);
  ck_assert_ptr_eq(made_new(-5000), dynamic_sub);
  ck_assert_ptr_eq(made_new(-70000), dynamic_sub);
  ck_assert_ptr_eq(made_new(-250), dynamic_back); /* the red zone was new when the call returned */
  ck_assert(FIND(dynamic, -208, NULL));
  ck_assert_uint_eq(sp_found, entry_sp - 208);
}
END_TEST

START_TEST(alignment_is_computed)
{
  ck_assert(FIND(aligned, -(0xff8 + 24 + 5000), NULL));
  ck_assert(moves.depends_on_alignment);
  ck_assert_ptr_eq(made_new(-2000), aligned_and);
  ck_assert_ptr_eq(made_new(-0x1000 - 1000), aligned_sub);
  ck_assert(!FIND(aligned, -5000, NULL));
}
END_TEST

START_TEST(the_way_is_taken_on_which_the_stack_pointer_is_right)
{
  ck_assert(FIND(late, -800, NULL));
  ck_assert_ptr_eq(made_new(-300), late_sub);
  ck_assert(!FIND(late, -816, NULL));
  ck_assert(FIND(table, -800, NULL));
  ck_assert_ptr_eq(made_new(-300), table_sub);
}
END_TEST

START_TEST(an_instruction_can_be_arrived_at)
{
  ck_assert(FIND(below, -800, below_before));
  ck_assert_ptr_eq(made_new(-810), below_sub);
  ck_assert(FIND(below, -800, below_after));
  ck_assert_ptr_eq(made_new(-810), below_after);
  ck_assert_ptr_eq(made_new(-300), below_sub);
  struct stack_frame frame = {(uint64_t)below, entry_sp, 0, (uint64_t)below_before};
  ck_assert(stack_moves_find(&frame, block_at, &moves, &sp_found));
  ck_assert_uint_eq(sp_found, entry_sp - 800);
}
END_TEST

START_TEST(moves_with_no_access_between_are_one_of_the_last)
{
  ck_assert(FIND(merged, -808, NULL));
  ck_assert_ptr_eq(made_new(-300), merged_call);
  ck_assert_ptr_eq(made_new(-8), merged);
}
END_TEST

START_TEST(a_walk_has_an_end)
{
  ck_assert(!FIND(endless, -1, NULL));
  ck_assert(!FIND(plain, -1016, plain_end));
  ck_assert(FIND(plain, -1016, plain_ip));
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("stack_moves");
  TCase *tests = tcase_create("functions");
  tcase_add_checked_fixture(tests, setup, NULL);
  tcase_add_test(tests, the_red_zone_of_the_call_is_the_functions_and_the_rest_the_subs);
  tcase_add_test(tests, a_loop_of_probes_is_followed);
  tcase_add_test(tests, what_is_reserved_by_an_unknown_amount_has_no_end);
  tcase_add_test(tests, alignment_is_computed);
  tcase_add_test(tests, the_way_is_taken_on_which_the_stack_pointer_is_right);
  tcase_add_test(tests, an_instruction_can_be_arrived_at);
  tcase_add_test(tests, moves_with_no_access_between_are_one_of_the_last);
  tcase_add_test(tests, a_walk_has_an_end);
  suite_add_tcase(suite, tests);
  return unit_run_apart(suite);
}
