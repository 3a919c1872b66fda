/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Instrumented code, run natively: pieces of guest code are translated by libvex with the engine's turn in between, and
 * run on memory with a real shadow. */
#include "memcheck/pure/engine/engine.h"
#include "memcheck/pure/engine/stack_sums.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>

#include "memcheck/pure/shadow/shadow.h"
#include "oracle/vex.h"
#include "unit/unit.h"

enum { PAGE = 4096, GUEST_BYTES = 16 * PAGE, UNDEFINED_TAG = 0x1234 };

#ifdef SEEP_ADDRESS_SANITIZER /* which keeps its own shadow there */
static const uint64_t guest_base = UINT64_C(0x40000000);
#else
static const uint64_t guest_base = UINT64_C(0x1000000000);
#endif
static const uint64_t beyond_base = UINT64_C(0x3000000000);

/* The guest state, and its two shadows behind it. */
static _Alignas(32) struct {
  VexGuestAMD64State registers, v_bits, tags;
} state;

static struct shadow *shadow;
static uint8_t *memory;
static uint8_t *code;

/* --- what checks report --- */

static struct {
  unsigned loads, stores, values, conditions, bytes;
  uint64_t address;
  uint32_t tag;
} seen;

static void note_access(unsigned *count, unsigned bytes)
{
  ++*count;
  seen.bytes = bytes;
  memcpy(&seen.address, (uint8_t *)&state + ENGINE_ADDRESS, sizeof seen.address);
  memcpy(&seen.tag, (uint8_t *)&state + ENGINE_TAG, sizeof seen.tag);
}

static void leave_loaded(unsigned bytes)
{
  uint32_t tag = UNDEFINED_TAG;
  note_access(&seen.loads, bytes);
  for (unsigned i = 0; i < bytes; i++) {
    uint64_t at = seen.address + i;
    ((uint8_t *)&state)[ENGINE_LOADED_V + i] = shadow_is_addressable(shadow, at) ? shadow_value(shadow, at) : 0;
  }
  memcpy((uint8_t *)&state + ENGINE_LOADED_TAG, &tag, sizeof tag);
}

#define OF_SIZE(bytes)                                                 \
  static void load_##bytes(void) { leave_loaded(bytes); }              \
  static void store_##bytes(void) { note_access(&seen.stores, bytes); } \
  static void value_##bytes(void) { note_access(&seen.values, bytes); }
OF_SIZE(1)
OF_SIZE(2)
OF_SIZE(4)
OF_SIZE(8)
OF_SIZE(16)
OF_SIZE(32)
static void condition(void) { note_access(&seen.conditions, 0); }
static void nothing(void) {}

#define CALL(function) {#function, (void *)(function)}
#define CALLS(kind) {CALL(kind##_1), CALL(kind##_2), CALL(kind##_4), CALL(kind##_8), CALL(kind##_16), CALL(kind##_32)}

static void ignore_operation(IROp op) {}

static struct engine_policy policy = {
  .values = true, .origins = true, .exact = true, .unknown_operation = ignore_operation,
  .calls = {CALLS(load), CALLS(store), CALLS(value), CALL(condition), CALL(nothing), CALL(nothing), CALL(nothing)},
};

/* --- running --- */

void engine_test_enter(void *guest_state, const void *code);
extern const char engine_test_leave[];
__asm__(".text\n"
        "engine_test_enter:\n"
        "  push %rbp\n  push %rbx\n  push %r12\n  push %r13\n  push %r14\n  push %r15\n"
        "  sub $8, %rsp\n"
        "  mov %rdi, %rbp\n"
        "  jmp *%rsi\n"
        "engine_test_leave:\n"
        "  add $8, %rsp\n"
        "  pop %r15\n  pop %r14\n  pop %r13\n  pop %r12\n  pop %rbx\n  pop %rbp\n"
        "  ret\n");

/* A piece of guest code; it ends by jumping where %r11 says, which is nowhere. */
#define PIECE(name, text)                 \
  extern const uint8_t piece_##name[];    \
  __asm__("piece_" #name ":\n" text "\n jmp *%r11\n .skip 16\n");

PIECE(load_8, "mov (%rdi), %rax")
PIECE(load_4, "mov (%rdi), %eax")
PIECE(load_32, "vmovdqu (%rdi), %ymm3")
PIECE(store_8, "mov %rax, (%rdi)")
PIECE(store_2, "mov %ax, (%rdi)")
PIECE(store_16, "movups %xmm1, (%rdi)")
PIECE(narrow, "mov %al, %bl\n mov %ax, %cx\n mov %eax, %edx")
PIECE(high_byte, "mov %ah, %bl")
PIECE(add, "add %rbx, %rax")
PIECE(branch, "test %rax, %rax\n je 1f\n nop\n1: nop")
PIECE(twice, "mov (%rdi), %rax\n mov 8(%rdi), %rbx\n mov 16(%rdi), %rcx")
PIECE(neighbours, "mov 8(%rdi), %rbx\n mov 16(%rdi), %rcx")
PIECE(exchange, "lock cmpxchg %rbx, (%rdi)")

static IRSB *instrument(void *opaque, IRSB *block, const VexGuestLayout *layout, const VexGuestExtents *extents,
                        const VexArchInfo *info, IRType guest_word, IRType host_word)
{
  return engine_instrument(&policy, block, layout, 0);
}

static void run(const uint8_t *piece)
{
  unsigned used;
  struct vex_job job = {piece, instrument, NULL, code, engine_test_leave};
  ck_assert(vex_translate(&job, &used));
  memset(&seen, 0, sizeof seen);
  state.registers.host_EvC_COUNTER = 1000;
  engine_test_enter(&state, code);
}

__attribute__((noreturn)) static void vex_gave_up(void)
{
  ck_abort_msg("libvex gave up");
  abort();
}

static void on_fault(int signal, siginfo_t *info, void *context)
{
  if (!shadow_resolve_fault(shadow, (uint64_t)info->si_addr))
    abort();
}

static void setup(void)
{
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_NODEFER};
  sigaction(SIGSEGV, &action, NULL);
  vex_begin(vex_gave_up, vex_says);
  shadow = shadow_create();
  code = mmap(NULL, VEX_CODE_BYTES, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memory =
    mmap((void *)guest_base, GUEST_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  ck_assert_ptr_eq(memory, (void *)guest_base);
  memset(&state, 0, sizeof state);
  shadow_make_defined(shadow, guest_base, GUEST_BYTES);
  state.registers.guest_RDI = guest_base + PAGE;
}

static void teardown(void)
{
  munmap(memory, GUEST_BYTES);
  munmap(code, VEX_CODE_BYTES);
  shadow_destroy(shadow);
}

/* --- loads --- */

START_TEST(defined_loads_call_nobody)
{
  memset(memory + PAGE, 0x5a, 64);
  state.v_bits.guest_RAX = ~0ull;
  run(piece_load_8);
  ck_assert_uint_eq(seen.loads, 0);
  ck_assert_uint_eq(state.registers.guest_RAX, 0x5a5a5a5a5a5a5a5a);
  ck_assert_uint_eq(state.v_bits.guest_RAX, 0);
}
END_TEST

START_TEST(v_bits_and_tags_are_loaded_across_pages)
{
  uint64_t place = guest_base + 2 * PAGE - 3;
  state.registers.guest_RDI = place;
  shadow_set_value(shadow, place + 2, 0xf0);
  shadow_set_value(shadow, place + 3, 0x01);
  run(piece_load_8);
  ck_assert_uint_eq(seen.loads, 1);
  ck_assert_uint_eq(seen.address, place);
  ck_assert_uint_eq(state.v_bits.guest_RAX, 0x01f00000);
  ck_assert_uint_eq(state.tags.guest_RAX, UNDEFINED_TAG);
}
END_TEST

START_TEST(what_may_not_be_touched_is_reported_once_and_defined)
{
  shadow_make_noaccess(shadow, guest_base + PAGE + 2, 1);
  run(piece_load_4);
  ck_assert_uint_eq(seen.loads, 1);
  ck_assert_uint_eq(seen.bytes, 4);
  ck_assert_uint_eq(state.v_bits.guest_RAX, 0);
}
END_TEST

START_TEST(addresses_beyond_the_limit_are_not_addressable)
{
  void *beyond =
    mmap((void *)beyond_base, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  state.registers.guest_RDI = (uint64_t)beyond;
  run(piece_load_8);
  ck_assert_uint_eq(seen.loads, 1);
  ck_assert_uint_eq(seen.address, beyond_base);
  run(piece_store_8);
  ck_assert_uint_eq(seen.stores, 1);
  munmap(beyond, PAGE);
}
END_TEST

START_TEST(vectors_keep_bits_apart)
{
  if (!__builtin_cpu_supports("avx2"))
    return;
  shadow_set_value(shadow, guest_base + PAGE + 17, 0xff);
  run(piece_load_32);
  ck_assert_uint_eq(seen.loads, 1);
  ck_assert_uint_eq(state.v_bits.guest_YMM3[4], 0xff00);
  ck_assert_uint_eq(state.v_bits.guest_YMM3[0] | state.v_bits.guest_YMM3[3] | state.v_bits.guest_YMM3[7], 0);
}
END_TEST

/* --- stores --- */

START_TEST(stores_at_any_alignment_touch_only_their_bytes)
{
  for (uint64_t place = guest_base + 2 * PAGE - 9; place < guest_base + 2 * PAGE + 9; place++) {
    shadow_make_undefined(shadow, guest_base + PAGE, 2 * PAGE);
    state.registers.guest_RDI = place;
    run(piece_store_8);
    ck_assert_uint_eq(seen.stores, 0);
    for (uint64_t at = place - 16; at < place + 24; at++)
      ck_assert_uint_eq(shadow_value(shadow, at), at - place < 8 ? 0 : 0xff);
  }
}
END_TEST

START_TEST(neighbours_that_may_not_be_touched_do_no_harm)
{
  for (unsigned offset = 0; offset < 8; offset++) {
    uint64_t place = guest_base + PAGE + 64 + offset;
    shadow_make_noaccess(shadow, guest_base + PAGE, PAGE);
    shadow_make_undefined(shadow, place, 2);
    state.registers.guest_RDI = place;
    run(piece_store_2);
    ck_assert_uint_eq(seen.stores, 0);
    state.registers.guest_RDI = place + 1;
    run(piece_store_2);
    ck_assert_uint_eq(seen.stores, 1);
    ck_assert_uint_eq(seen.address, place + 1);
  }
}
END_TEST

START_TEST(undefined_stores_hand_on_their_tag)
{
  state.v_bits.guest_YMM1[3] = 0x80;
  state.tags.guest_YMM1[2] = 0x777;
  run(piece_store_16);
  ck_assert_uint_eq(seen.stores, 1);
  ck_assert_uint_eq(seen.tag, 0x777);
  ck_assert_uint_eq(shadow_value(shadow, guest_base + PAGE + 12), 0x80);
  ck_assert_uint_eq(shadow_value(shadow, guest_base + PAGE + 13), 0);
}
END_TEST

START_TEST(an_exchange_that_fails_changes_nothing)
{
  state.v_bits.guest_RBX = 0xff;
  memory[PAGE] = 1;
  run(piece_exchange); /* RAX is 0: not equal */
  ck_assert_uint_eq(seen.stores, 0);
  ck_assert_uint_eq(shadow_value(shadow, guest_base + PAGE), 0);
  memory[PAGE] = 0;
  state.registers.guest_RAX = 0;
  run(piece_exchange);
  ck_assert_uint_eq(shadow_value(shadow, guest_base + PAGE), 0xff);
}
END_TEST

START_TEST(an_exchange_that_may_fail_makes_undefined_what_it_would_change)
{
  state.v_bits.guest_RAX = 1;
  state.tags.guest_RAX = 0x777;
  state.registers.guest_RBX = 0x0ff0;
  memory[PAGE] = 0x30;
  state.registers.guest_RAX = 0x31;
  run(piece_exchange);
  ck_assert_uint_eq(memory[PAGE], 0x30);
  ck_assert_uint_eq(shadow_value(shadow, guest_base + PAGE), 0xc0);
  ck_assert_uint_eq(shadow_value(shadow, guest_base + PAGE + 1), 0x0f);
  ck_assert_uint_eq(seen.tag, 0x777);
  state.v_bits.guest_RAX = 0x100; /* differs in a bit that is defined */
  state.registers.guest_RAX = 0x31;
  shadow_make_defined(shadow, guest_base + PAGE, 8);
  run(piece_exchange);
  ck_assert_uint_eq(shadow_value(shadow, guest_base + PAGE), 0);
}
END_TEST

PIECE(add_locked, "lock add %rbx, (%rdi)")

PIECE(stack_moves,
      "push %rax\n sub $4096, %rsp\n sub %rax, %rsp\n and $-64, %rsp\n mov %rsp, %rbp\n lea -8(%rbp), %rsp")
PIECE(stack_to_frame, "push %rax\n lea -0x28(%rbp), %rsp\n push %rax")
PIECE(stack_set, "mov %rsp, %rax\n mov (%rdi), %rsp\n push %rax")
PIECE(stack_set_back, "mov %rsp, %rax\n mov %rbx, %rsp\n push %rcx\n mov %rax, %rsp")

START_TEST(how_the_stack_pointer_is_set_is_told)
{
  static const struct {
    const uint8_t *piece;
    uint64_t how;
  } pieces[] = {{piece_stack_moves, STACK_IS_MOVED}, {piece_stack_to_frame, STACK_IS_SET_BY_FRAME},
                {piece_stack_set, STACK_IS_SET_FREELY}, {piece_stack_set_back, STACK_IS_SET_FREELY}};
  for (unsigned i = 0; i < sizeof pieces / sizeof *pieces; i++) {
    state.registers.guest_RSP = state.registers.guest_RBP = state.registers.guest_RBX = guest_base + 8 * PAGE;
    *(uint64_t *)(memory + PAGE) = guest_base + 4 * PAGE;
    uint64_t how = STACK_IS_MOVED;
    policy.stack_set_by = &how;
    run(pieces[i].piece);
    policy.stack_set_by = NULL;
    ck_assert_uint_eq(how, pieces[i].how);
  }
}
END_TEST

START_TEST(an_atomic_addition_is_no_choice)
{
  shadow_set_value(shadow, guest_base + PAGE + 1, 0xff);
  state.registers.guest_RBX = 1;
  run(piece_add_locked);
  ck_assert_uint_eq(shadow_value(shadow, guest_base + PAGE), 0);
}
END_TEST

/* --- registers, tags, complaints --- */

START_TEST(parts_of_registers)
{
  state.v_bits.guest_RAX = 0xf1f2f3f4f5f6f7f8;
  state.tags.guest_RAX = 0x11;
  run(piece_narrow);
  ck_assert_uint_eq(state.v_bits.guest_RBX, 0xf8);
  ck_assert_uint_eq(state.v_bits.guest_RCX, 0xf7f8);
  ck_assert_uint_eq(state.v_bits.guest_RDX, 0xf5f6f7f8);
  ck_assert_uint_eq(state.tags.guest_RBX, 0x11);
  run(piece_high_byte);
  ck_assert_uint_eq(state.v_bits.guest_RBX, 0xf7);
}
END_TEST

START_TEST(a_defined_part_leaves_the_tag)
{
  state.v_bits.guest_RBX = 0xff00;
  state.tags.guest_RBX = 0x22;
  state.tags.guest_RAX = 0x11;
  run(piece_narrow);
  ck_assert_uint_eq(state.v_bits.guest_RBX, 0xff00);
  ck_assert_uint_eq(state.tags.guest_RBX, 0x22);
}
END_TEST

START_TEST(the_undefined_operand_gives_the_tag)
{
  state.tags.guest_RAX = 0x11;
  state.tags.guest_RBX = 0x22;
  state.v_bits.guest_RBX = 1;
  run(piece_add);
  ck_assert_uint_ne(state.v_bits.guest_RAX, 0);
  ck_assert_uint_eq(state.tags.guest_RAX, 0x22);
}
END_TEST

START_TEST(branches_on_undefined_values_are_complained_about)
{
  state.v_bits.guest_RAX = 1;
  state.tags.guest_RAX = 0x33;
  run(piece_branch);
  ck_assert_uint_eq(seen.conditions, 1);
  ck_assert_uint_eq(seen.tag, 0x33);
  state.registers.guest_RAX = 2; /* bit 1 decides */
  run(piece_branch);
  ck_assert_uint_eq(seen.conditions, 0);
}
END_TEST

START_TEST(an_undefined_address_is_complained_about_once)
{
  state.v_bits.guest_RDI = 4;
  run(piece_twice);
  ck_assert_uint_eq(seen.values, 1);
  ck_assert_uint_eq(seen.bytes, 8);
  run(piece_neighbours);
  ck_assert_uint_eq(seen.values, 1);
}
END_TEST

START_TEST(addressability_alone_writes_no_v_bits)
{
  policy.values = policy.origins = false;
  state.v_bits.guest_RDI = state.v_bits.guest_RAX = ~0ull;
  shadow_make_undefined(shadow, guest_base + PAGE, 8);
  run(piece_load_8);
  ck_assert_uint_eq(seen.loads + seen.values, 0);
  run(piece_store_8);
  ck_assert_uint_eq(seen.stores, 0);
  shadow_make_noaccess(shadow, guest_base + PAGE + 7, 1);
  run(piece_load_8);
  ck_assert_uint_eq(seen.loads, 1);
  run(piece_store_8);
  ck_assert_uint_eq(seen.stores, 1);
  policy.values = policy.origins = true;
}
END_TEST

static struct {
  uint64_t address, bytes;
} was_read, was_written;

static void tell_read(uint64_t address, uint64_t bytes)
{
  was_read.address = address;
  was_read.bytes += bytes;
}

static void tell_written(uint64_t address, uint64_t bytes)
{
  was_written.address = address;
  was_written.bytes += bytes;
}

static void run_telling(const uint8_t *piece)
{
  was_read.address = was_read.bytes = was_written.address = was_written.bytes = 0;
  policy.calls.read = (struct engine_call)CALL(tell_read);
  policy.calls.written = (struct engine_call)CALL(tell_written);
  run(piece);
  policy.calls.read.function = policy.calls.written.function = NULL;
}

START_TEST(every_access_is_told_when_asked_for)
{
  const uint64_t place = state.registers.guest_RDI;
  run_telling(piece_load_32);
  ck_assert_uint_eq(was_read.bytes, 32);
  ck_assert_uint_eq(was_read.address, place);
  run_telling(piece_store_2);
  ck_assert_uint_eq(was_written.bytes, 2);
  ck_assert_uint_eq(was_written.address, place);
  ck_assert_uint_eq(was_read.bytes, 0);
  run_telling(piece_twice);
  ck_assert_uint_eq(was_read.bytes, 3 * 8);
}
END_TEST

START_TEST(an_exchange_that_fails_has_written_nothing)
{
  memory[PAGE] = 1;
  run_telling(piece_exchange); /* RAX is 0: not equal */
  ck_assert_uint_eq(was_written.bytes, 0);
  memory[PAGE] = 0;
  state.registers.guest_RAX = 0;
  run_telling(piece_exchange);
  ck_assert_uint_eq(was_written.bytes, 8);
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("engine");
  TCase *tcase = tcase_create("engine");
  tcase_add_checked_fixture(tcase, setup, teardown);
  tcase_add_test(tcase, how_the_stack_pointer_is_set_is_told);
  tcase_add_test(tcase, defined_loads_call_nobody);
  tcase_add_test(tcase, v_bits_and_tags_are_loaded_across_pages);
  tcase_add_test(tcase, what_may_not_be_touched_is_reported_once_and_defined);
  tcase_add_test(tcase, addresses_beyond_the_limit_are_not_addressable);
  tcase_add_test(tcase, vectors_keep_bits_apart);
  tcase_add_test(tcase, stores_at_any_alignment_touch_only_their_bytes);
  tcase_add_test(tcase, neighbours_that_may_not_be_touched_do_no_harm);
  tcase_add_test(tcase, undefined_stores_hand_on_their_tag);
  tcase_add_test(tcase, an_exchange_that_fails_changes_nothing);
  tcase_add_test(tcase, an_exchange_that_may_fail_makes_undefined_what_it_would_change);
  tcase_add_test(tcase, an_atomic_addition_is_no_choice);
  tcase_add_test(tcase, parts_of_registers);
  tcase_add_test(tcase, a_defined_part_leaves_the_tag);
  tcase_add_test(tcase, the_undefined_operand_gives_the_tag);
  tcase_add_test(tcase, branches_on_undefined_values_are_complained_about);
  tcase_add_test(tcase, an_undefined_address_is_complained_about_once);
  tcase_add_test(tcase, addressability_alone_writes_no_v_bits);
  tcase_add_test(tcase, every_access_is_told_when_asked_for);
  tcase_add_test(tcase, an_exchange_that_fails_has_written_nothing);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void)
{
  return unit_run_apart(make_suite());
}
