// SPDX-License-Identifier: GPL-2.0-or-later
// Executes each encoding of cases.h on made-up registers and memory, and writes what has become of them, or which
// signal came of it and what its handler was told, to a file: tests/encodings/run holds such files against each other.
#define _GNU_SOURCE
#include "../support/random.h"
#include <setjmp.h>
#include <stddef.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum {
  TRIALS = 3,
  REGISTERS = 16,
  VECTORS = 16,
  ARENA_BYTES = 1024,
  ALTERNATE_BYTES = 1 << 16,
  STACK_BYTES = 1024,
  RSP = 4,
  NO_SIGNAL = 0
};

// As fxsave writes it. What follows the registers of x87 are vectors.
struct x87 {
  uint16_t control, status, tags, opcode;
  uint64_t instruction, operand;
  uint32_t mxcsr, mxcsr_mask;
  uint8_t registers[8][16];
  uint64_t others[44];
};

// Registers by their numbers in the processor's encoding.
struct state {
  uint64_t general[REGISTERS];
  uint64_t flags, aligning;
  struct x87 x87;
  uint64_t vectors[VECTORS][4];
  uint8_t arena[ARENA_BYTES];
};

struct outcome {
  struct state state;
  int64_t signal, code, address, ip, trap, error;
};

_Static_assert(sizeof(struct x87) == 512 && offsetof(struct state, vectors) == 656, "as the code has it");
static struct state now __attribute__((used, aligned(64)));
static uint64_t outer_stack __attribute__((used)), inner_stack __attribute__((used));
static void (*target)(void) __attribute__((used));

#define FOR_8(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7)
#define FOR_16(DO) FOR_8(DO) DO(8) DO(9) DO(10) DO(11) DO(12) DO(13) DO(14) DO(15)
#define LOAD_VECTOR(n) "vmovdqu now+656+32*" #n "(%rip), %ymm" #n "\n"
#define STORE_VECTOR(n) "vmovdqu %ymm" #n ", now+656+32*" #n "(%rip)\n"
#define FOR_GENERAL(DO)                                                                                         \
  DO(rax, 0)                                                                                                    \
  DO(rcx, 1) DO(rdx, 2) DO(rbx, 3) DO(rbp, 5) DO(rsi, 6) DO(rdi, 7) DO(r8, 8) DO(r9, 9) DO(r10, 10) DO(r11, 11) \
    DO(r12, 12) DO(r13, 13) DO(r14, 14) DO(r15, 15)
#define LOAD_GENERAL(name, n) "mov now+8*" #n "(%rip), %" #name "\n"
#define STORE_GENERAL(name, n) "mov %" #name ", now+8*" #n "(%rip)\n"

void execute(void);
extern char after_case[];
__asm__(".text\n"
        "execute:\n"
        "  push %rbx\n push %rbp\n push %r12\n push %r13\n push %r14\n push %r15\n"
        "  mov %rsp, outer_stack(%rip)\n"
        "  sub $0x400, %rsp\n"
        "  mov %rsp, inner_stack(%rip)\n"
        "  mov %rsp, %rdi\n mov $0x80, %ecx\n xor %eax, %eax\n rep stosq\n"
        "  push now+128(%rip)\n popf\n"
        "  fxrstor64 now+144(%rip)\n" FOR_16(LOAD_VECTOR) FOR_GENERAL(LOAD_GENERAL)
        "  jmp *target(%rip)\n"
        "after_case:\n"
        FOR_GENERAL(STORE_GENERAL)
        "  mov %rsp, now+32(%rip)\n mov outer_stack(%rip), %rsp\n"
        "  pushf\n pop now+128(%rip)\n cld\n"
        "  fxsave64 now+144(%rip)\n" FOR_16(STORE_VECTOR)
        "  fninit\n vzeroupper\n"
        "  pop %r15\n pop %r14\n pop %r13\n pop %r12\n pop %rbp\n pop %rbx\n ret\n");

// The bytes of each case, then nops, of which an instruction may take some.
#define CASE(bytes)                                                                                                   \
  __asm__(                                                                                                            \
    ".pushsection .rodata.cases, \"a\"\n .quad 7f\n .popsection\n .pushsection .text.cases, \"ax\"\n 7: .byte " bytes \
    "\n .fill 15, 1, 0x90\n jmp after_case\n .popsection");
__asm__(".pushsection .rodata.cases, \"a\"\n .balign 8\n cases:\n .popsection");
#include "cases.h"
#undef CASE
extern void (*const cases[])(void);
enum {
  CASES = 0
#define CASE(bytes) +1
#include "cases.h"
};

static struct random random_numbers;

static uint64_t some_value(void)
{
  static const uint64_t edges[] = {0,          1,          ~0ull,  1ull << 63, ~0ull >> 1,
                                   0x80000000, 0x7fffffff, 0x8000, 0x80,       0x3ff0000000000000};
  const uint64_t word = random_word(&random_numbers);
  switch (random_word(&random_numbers) % 4) {
  case 0:
    return edges[word % (sizeof edges / sizeof *edges)];
  case 1:
    return word % 32;
  default:
    return word;
  }
}

// A number of one of the kinds that there are: by its exponent, and with or without its highest bit.
static void make_x87_register(uint8_t *ret)
{
  static const uint16_t exponents[] = {0, 0, 0x3fff, 0x4000, 0x3ffe, 0x403d, 0x403e, 0x7ffe, 0x7fff, 0xffff};
  const uint64_t word = random_word(&random_numbers), mantissa = some_value() | (word & 7 ? 1ull << 63 : 0);
  uint16_t exponent = (uint16_t)(word >> 32) % 5 == 0 ? (uint16_t)(word >> 16) : exponents[(word >> 48) % 10];
  exponent |= (uint16_t)(word >> 3 & 1) << 15;
  memcpy(ret, &mantissa, 8);
  memcpy(ret + 8, &exponent, 2);
  memset(ret + 10, 0, 6);
}

// Exceptions mostly go unnoticed.
static void make_x87(struct x87 *ret)
{
  enum { MASKED = 0x3f, ALWAYS_SET = 0x40, MODES = 0xf00, USUAL = 0x37f, MXCSR = 0x1f80, SUMMARY = 0x8080 };
  const uint64_t word = random_word(&random_numbers);
  *ret = (struct x87){.control = USUAL, .mxcsr = MXCSR};
  if (word % 4 == 0)
    ret->control = (word >> 8 & MODES) | ALWAYS_SET | (word >> 40 & 3 ? MASKED : word >> 32 & MASKED);
  ret->status = (uint16_t)(word >> 16) & (word >> 42 & 1 ? ~SUMMARY : ~(SUMMARY | MASKED));
  ret->tags = word >> 4 & 1 ? 0xff : (uint16_t)(word >> 56);
  for (int i = 0; i < 8; i++)
    make_x87_register(ret->registers[i]);
}

// Where it was, and what the vectors say themselves, is not asked for.
static void forget_places(struct x87 *x87)
{
  x87->opcode = 0;
  x87->instruction = x87->operand = 0;
  x87->mxcsr = x87->mxcsr_mask = 0;
  memset(x87->others, 0, sizeof x87->others);
}

// %rbx, %rbp, %rsi, %rdi, %r8 and %r12 to %r14 point into the middle of the arena, %r9 and mostly %rcx are small.
static void make_state(uint64_t seed)
{
  enum { POINTERS = 0x71e8, SMALL = 0x202, FLAGS = 0x8d5, ALWAYS_SET = 0x202 };
  random_numbers.state = seed;
  for (unsigned i = 0; i < sizeof now / 8; i++)
    ((uint64_t *)&now)[i] = some_value();
  make_x87(&now.x87);
  for (unsigned i = 0; i < REGISTERS; i++) {
    if (POINTERS >> i & 1)
      now.general[i] = (uint64_t)&now.arena[ARENA_BYTES / 2];
    else if (SMALL >> i & 1)
      now.general[i] %= 8;
  }
  now.flags = (now.flags & FLAGS) | ALWAYS_SET;
}

static sigjmp_buf before;
static struct outcome outcome;

static void on_signal(int signal, siginfo_t *info, void *context)
{
  static const int registers[REGISTERS] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                                           REG_R8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
  const greg_t *at = ((const ucontext_t *)context)->uc_mcontext.gregs;
  outcome.signal = signal;
  outcome.code = info->si_code;
  outcome.address = (int64_t)info->si_addr;
  outcome.ip = at[REG_RIP] - (int64_t)target;
  outcome.trap = at[REG_TRAPNO];
  outcome.error = at[REG_ERR];
  for (unsigned i = 0; i < REGISTERS; i++)
    now.general[i] = (uint64_t)at[registers[i]];
  now.flags = (uint64_t)at[REG_EFL];
  siglongjmp(before, signal);
}

static void run_case(unsigned number, unsigned trial, FILE *file)
{
  enum { RESUME = 0x10000 };
  memset(&outcome, 0, sizeof outcome);
  make_state(number * 1000003ull + trial);
  target = cases[number];
  if (sigsetjmp(before, 1) == NO_SIGNAL)
    execute();
  else
    __asm__ volatile("fninit\n vzeroupper");
  outcome.state = now;
  forget_places(&outcome.state.x87);
  outcome.state.general[RSP] -= inner_stack;
  outcome.state.flags &= ~(uint64_t)RESUME; // the processor's own
  if (outcome.signal != NO_SIGNAL) // what vectors were then is not asked for
    memset(&outcome.state.x87, 0, sizeof outcome.state.x87 + sizeof outcome.state.vectors);
  fwrite(&outcome, sizeof outcome, 1, file);
}

// The stack lies elsewhere if that is asked for.
static void run_all(const char *path, size_t stack_bytes)
{
  volatile char *stack = __builtin_alloca(stack_bytes + STACK_BYTES);
  memset((char *)stack, 0, stack_bytes + STACK_BYTES);
  FILE *file = fopen(path, "w");
  if (!file)
    exit(2);
  for (unsigned number = 0; number < CASES; number++)
    for (unsigned trial = 0; trial < TRIALS; trial++)
      run_case(number, trial, file);
  if (fclose(file) != 0)
    exit(2);
}

int main(int argc, char **argv)
{
  static const int signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGSYS};
  static char alternate[ALTERNATE_BYTES];
  if (argc != 3)
    return 2;
  sigaltstack(&(stack_t){.ss_sp = alternate, .ss_size = sizeof alternate}, NULL);
  struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
  for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++)
    sigaction(signals[i], &action, NULL);
  run_all(argv[1], (size_t)atoi(argv[2]));
  return 0;
}
