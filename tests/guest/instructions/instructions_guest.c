// SPDX-License-Identifier: GPL-2.0-or-later
// Runs each instruction of instructions.def on made-up operands, some of whose bits are undefined, and writes what it
// found; then holds one such file, written natively, against another, written under the checker. Natively undefined
// bits are turned over, and the result's bits that follow are noted; the checker must have marked all these, or have
// reported an error. tests/intrinsics makes other lists, which it names by INSTRUCTIONS, and judges the files itself.
// build: -g -O1 -no-pie
#include "../../support/random.h"
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <valgrind/memcheck.h>

#ifndef INSTRUCTIONS
#define INSTRUCTIONS "instructions.def"
#endif
#ifndef TRIALS
#define TRIALS 24
#endif
#ifndef SEED
#define SEED 0
#endif

struct state {
  uint64_t rax, rbx, rcx, rdx, r8, r9, rsi, rdi, mm0, mm1;
  uint64_t ymm[4][4];
  uint64_t aligning[2];
  uint64_t memory[16];
} __attribute__((aligned(32)));

// %rsi and %rdi point at both halves of the memory, whose distance from the state is what is kept of them.
void run_code(struct state *state, void (*code)(void));
__asm__(".text\n"
        "run_code:\n"
        "  push %rbx\n push %rbp\n push %r12\n push %r13\n push %r14\n push %r15\n"
        "  mov %rdi, %r15\n mov %rsi, %r14\n"
        "  movq 64(%r15), %mm0\n movq 72(%r15), %mm1\n"
        "  vmovdqu 80(%r15), %ymm0\n vmovdqu 112(%r15), %ymm1\n vmovdqu 144(%r15), %ymm2\n vmovdqu 176(%r15), %ymm3\n"
        "  mov 0(%r15), %rax\n mov 8(%r15), %rbx\n mov 16(%r15), %rcx\n mov 24(%r15), %rdx\n"
        "  mov 32(%r15), %r8\n mov 40(%r15), %r9\n"
        "  lea 224(%r15), %rsi\n lea 288(%r15), %rdi\n"
        "  test %r15, %r15\n"
        "  call *%r14\n"
        "  sub %r15, %rsi\n sub %r15, %rdi\n"
        "  mov %rax, 0(%r15)\n mov %rbx, 8(%r15)\n mov %rcx, 16(%r15)\n mov %rdx, 24(%r15)\n"
        "  mov %r8, 32(%r15)\n mov %r9, 40(%r15)\n mov %rsi, 48(%r15)\n mov %rdi, 56(%r15)\n"
        "  movq %mm0, 64(%r15)\n movq %mm1, 72(%r15)\n emms\n"
        "  vmovdqu %ymm0, 80(%r15)\n vmovdqu %ymm1, 112(%r15)\n vmovdqu %ymm2, 144(%r15)\n vmovdqu %ymm3, 176(%r15)\n"
        "  vzeroupper\n"
        "  pop %r15\n pop %r14\n pop %r13\n pop %r12\n pop %rbp\n pop %rbx\n"
        "  ret\n");

// The code of all instructions, one after the other, each behind its number.
#define INSN(rule, operands, text) \
  __asm__(".pushsection .rodata.addresses, \"a\"\n .quad 7f\n .popsection\n 7: " text "\n ret\n");
__asm__(".pushsection .rodata.addresses, \"a\"\n .balign 8\n insn_addresses:\n .popsection\n");
#include INSTRUCTIONS
#undef INSN
extern void (*const insn_addresses[])(void);

static const struct {
  const char *rule, *operands, *text;
} insns[] = {
#define INSN(rule, operands, text) {rule, operands, text},
#include INSTRUCTIONS
};

enum { INSNS = sizeof insns / sizeof *insns, TURNS = 64, FEW = 6, UNKNOWN = 1000, WORDS = sizeof(struct state) / 8 };

// In memory that 32 bits can address.
struct outcome {
  struct state result, marked; // marked: natively what changed
  uint64_t errors;
};

static struct random random_numbers;

static uint64_t some_value(void)
{
  uint64_t word = random_word(&random_numbers);
  switch (random_word(&random_numbers) % 6) {
  case 0:
    return word % 7;
  case 1:
    return word % 2 ? 0 : ~0ull;
  case 2:
    return (word & 0xff) * 0x0101010101010101;
  case 3:
    return word & random_word(&random_numbers) & random_word(&random_numbers);
  default:
    return word;
  }
}

// The words of an operand: a to d, 8, 9 registers, M and N of MMX, X, Y, Z and W vectors (x, y, z, w: their low
// halves), m and n memory, of which v and u are more.
static void operand_words(char operand, unsigned *first, unsigned *count)
{
  static const struct {
    char name;
    unsigned char first, count;
  } places[] = {{'a', 0, 1}, {'b', 1, 1}, {'c', 2, 1}, {'d', 3, 1}, {'8', 4, 1}, {'9', 5, 1}, {'M', 8, 1}, {'N', 9, 1},
                {'X', 10, 4}, {'Y', 14, 4}, {'Z', 18, 4}, {'x', 10, 2}, {'y', 14, 2}, {'z', 18, 2}, {'m', 28, 2}, {'n', 36, 2},
                {'W', 22, 4}, {'w', 22, 2}, {'v', 28, 4}, {'u', 28, 8}};
  unsigned i = 0;
  while (places[i].name != operand)
    i++;
  *first = places[i].first;
  *count = places[i].count;
}

// Operands do not depend on what else is in the list.
static uint64_t seed_of(const char *text)
{
  uint64_t hash = SEED;
  while (*text)
    hash = (hash ^ (unsigned char)*text++) * 1000003;
  return hash;
}

static void make_operands(unsigned insn, unsigned trial, uint64_t values[], uint64_t undefined[])
{
  random_numbers.state = seed_of(insns[insn].text) + trial;
  for (unsigned i = 0; i < WORDS; i++)
    values[i] = some_value(), undefined[i] = 0;
  size_t operands = strlen(insns[insn].operands);
  for (unsigned few = 0; few < FEW && operands > 0; few++) {
    unsigned first, count;
    operand_words(insns[insn].operands[random_word(&random_numbers) % operands], &first, &count);
    uint64_t *word = &undefined[first + random_word(&random_numbers) % count];
    *word |= trial % 3 == 2 ? random_word(&random_numbers) & random_word(&random_numbers) : 1ull << (trial % 3 ? random_word(&random_numbers) % 64 : random_word(&random_numbers) % 8);
  }
  // Numbers, where floating point is meant: among random bits there are hardly any.
  if (strchr(insns[insn].rule, 'F') || (strchr(insns[insn].rule, 'S') && trial / 3 % 2))
    for (unsigned i = 8; i < WORDS; i++)
      values[i] = (values[i] & 0x807fffff807fffff) | (0x3f80000040000000 + (values[i] % 8 << 23));
}

// One assignment of the undefined bits: all of them are met in turn when they are few.
static void turn_over(const uint64_t values[], const uint64_t undefined[], unsigned turn, uint64_t turned[])
{
  unsigned bit = 0, bits = 0;
  for (unsigned i = 0; i < WORDS; i++)
    bits += (unsigned)__builtin_popcountll(undefined[i]);
  for (unsigned i = 0; i < WORDS; i++) {
    turned[i] = values[i];
    if (bits > FEW) {
      turned[i] ^= undefined[i] & random_word(&random_numbers);
      continue;
    }
    for (uint64_t left = undefined[i]; left != 0; left &= left - 1, bit++)
      if (turn >> bit & 1)
        turned[i] ^= left & -left;
  }
}

static void run_natively(unsigned insn, const uint64_t values[], const uint64_t undefined[], struct outcome *outcome)
{
  struct state result;
  uint64_t *state = (uint64_t *)&outcome->result, *marked = (uint64_t *)&outcome->marked;
  for (unsigned turn = 0; turn <= TURNS; turn++) { // first as they are
    turn_over(values, undefined, turn, state);
    if (turn == 0)
      memcpy(state, values, sizeof result);
    run_code(&outcome->result, insn_addresses[insn]);
    if (turn == 0)
      result = outcome->result;
    for (unsigned i = 0; i < WORDS; i++)
      marked[i] |= state[i] ^ ((uint64_t *)&result)[i];
  }
  outcome->result = result;
}

static void run_checked(unsigned insn, const uint64_t values[], const uint64_t undefined[], struct outcome *outcome)
{
  struct state *state = &outcome->result;
  memcpy(state, values, sizeof *state);
  (void)VALGRIND_SET_VBITS(state, undefined, sizeof *state);
  uint64_t errors = VALGRIND_COUNT_ERRORS;
  run_code(state, insn_addresses[insn]);
  outcome->errors = VALGRIND_COUNT_ERRORS - errors;
  (void)VALGRIND_GET_VBITS(state, &outcome->marked, sizeof *state);
  VALGRIND_MAKE_MEM_DEFINED(state, sizeof *state);
}

static sigjmp_buf before;

static void skip(int signal)
{
  siglongjmp(before, signal);
}

static int run_all(const char *path)
{
  FILE *file = fopen(path, "w");
  signal(SIGILL, skip);
  if (!file)
    return 2;
  for (unsigned insn = 0; insn < INSNS; insn++)
    for (unsigned trial = 0; trial < TRIALS; trial++) {
      uint64_t values[WORDS], undefined[WORDS];
      static struct outcome outcome;
      memset(&outcome, 0, sizeof outcome);
      make_operands(insn, trial, values, undefined);
      if (sigsetjmp(before, 1) == 0)
        (RUNNING_ON_VALGRIND ? run_checked : run_natively)(insn, values, undefined, &outcome);
      else
        outcome.errors = UNKNOWN;
      fwrite(&outcome, sizeof outcome, 1, file);
    }
  return fclose(file) == 0 ? 0 : 2;
}

// What is wrong with an outcome; NULL: nothing. Rules: E exact, that nothing is marked without need; R reports are
// right.
static const char *judge(unsigned insn, unsigned trial, const struct outcome *native, const struct outcome *checked)
{
  const uint64_t *changed = (const uint64_t *)&native->marked, *marked = (const uint64_t *)&checked->marked;
  const int is_exact = strchr(insns[insn].rule, 'E') && trial % 3 != 2;
  if (native->errors == UNKNOWN && checked->errors == UNKNOWN) // this processor has no such instruction
    return NULL;
  if (checked->errors == UNKNOWN)
    return "not known";
  if (memcmp(&native->result, &checked->result, sizeof native->result) != 0)
    return "another result";
  if (checked->errors != 0)
    return strchr(insns[insn].rule, 'R') ? NULL : "an error reported";
  for (unsigned i = 0; i < WORDS; i++)
    if (changed[i] & ~marked[i])
      return "undefined bits that are not marked";
  for (unsigned i = 0; i < WORDS && is_exact; i++)
    if (marked[i] & ~changed[i])
      return "defined bits that are marked";
  return NULL;
}

static void show(unsigned insn, unsigned trial, const char *wrong, const struct outcome *native, const struct outcome *checked)
{
  uint64_t values[WORDS], undefined[WORDS];
  make_operands(insn, trial, values, undefined);
  printf("%s: %s, trial %u\n", insns[insn].text, wrong, trial);
  for (unsigned i = 0; i < WORDS; i++) {
    const uint64_t *results[] = {(const uint64_t *)native, (const uint64_t *)checked};
    if (results[0][i] != results[1][i] || results[0][WORDS + i] != results[1][WORDS + i] || undefined[i])
      printf("  word %2u: %016lx (%016lx) becomes %016lx (%016lx), natively %016lx (%016lx)\n", i, values[i], undefined[i],
             results[1][i], results[1][WORDS + i], results[0][i], results[0][WORDS + i]);
  }
}

static int compare(const char *native_path, const char *checked_path)
{
  FILE *files[] = {fopen(native_path, "r"), fopen(checked_path, "r")};
  unsigned bad = 0;
  if (!files[0] || !files[1])
    return 2;
  for (unsigned insn = 0; insn < INSNS; insn++) {
    const char *wrong = NULL;
    for (unsigned trial = 0; trial < TRIALS; trial++) {
      struct outcome outcomes[2];
      for (unsigned i = 0; i < 2; i++)
        if (fread(&outcomes[i], sizeof outcomes[i], 1, files[i]) != 1) {
          printf("%s: %s ends here\n", insns[insn].text, i ? checked_path : native_path);
          return 1;
        }
      const char *found = judge(insn, trial, &outcomes[0], &outcomes[1]);
      if (found && !wrong)
        show(insn, trial, wrong = found, &outcomes[0], &outcomes[1]);
    }
    bad += wrong != NULL;
  }
  printf("%u of %u instructions wrong\n", bad, (unsigned)INSNS);
  return bad != 0;
}

int main(int argc, char **argv)
{
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") || !__builtin_cpu_supports("bmi2"))
    return 77;
  if (argc == 3 && strcmp(argv[1], "run") == 0)
    return run_all(argv[2]);
  if (argc == 4 && strcmp(argv[1], "compare") == 0)
    return compare(argv[2], argv[3]);
  return 2;
}
