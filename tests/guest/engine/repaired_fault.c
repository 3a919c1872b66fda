// SPDX-License-Identifier: GPL-2.0-or-later
// An access faults, a handler opens the page, and the program goes on: all registers and flags are those of the
// instruction that faulted, wherever checks are made, and whatever is undefined beside it. Collectors and databases with
// mapped files live by that.
// compare: no, Memcheck has not all registers in memory
// run:
// expect: ERROR SUMMARY: 0 errors
// run: --engine=speculative
// expect: ERROR SUMMARY: 0 errors
// run: --engine=precise
// expect: ERROR SUMMARY: 0 errors
// run: --engine-stress=1337
// expect: ERROR SUMMARY: 0 errors
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { TURNS = 137, STORED = 1000000 };

static long *page;
static int wrong_in_handler, carries;

/* Registers that are set, used behind the load, and overwritten in the same block; %rdx may be undefined. */
long integers(long turn, long *place, long undefined);
__asm__("integers: lea 3(%rdi), %r9\n lea 7(%rdi), %r8\n mov %r9, %rcx\n cmp %rdi, %r9\n"
        " mov (%rsi), %rax\n"
        " adc %r9, %rax\n add %r8, %rax\n add %rcx, %rax\n mov %rdx, %r10\n"
        " xor %r9d, %r9d\n xor %r8d, %r8d\n xor %ecx, %ecx\n ret\n");

/* The same of a vector register. */
long vectors(long turn, long *place, long undefined);
__asm__("vectors: movq %rdi, %xmm1\n paddq %xmm1, %xmm1\n mov (%rsi), %rax\n movq %xmm1, %rcx\n add %rcx, %rax\n"
        " mov %rdx, %r10\n pxor %xmm1, %xmm1\n xor %ecx, %ecx\n ret\n");

/* Flags are seen by the handler, and read behind the load: carry, from the comparison of turn and turn + 1. */
long flags(long turn, long *place, long undefined);
__asm__("flags: lea 1(%rdi), %r9\n cmp %r9, %rdi\n mov (%rsi), %rax\n adc $0, %rax\n xor %ecx, %ecx\n ret\n");

/* A store; what it stores is overwritten behind it. */
long stores(long turn, long *place, long undefined);
__asm__("stores: lea 5(%rdi), %r9\n mov %r9, 8(%rsi)\n xor %r9d, %r9d\n mov 8(%rsi), %rax\n mov %rdx, %r10\n ret\n");

static void open_page(int signal, siginfo_t *info, void *context)
{
  const ucontext_t *at = context;
  const long turn = at->uc_mcontext.gregs[REG_RDI];
  if (at->uc_mcontext.gregs[REG_RSI] != (long)page || turn < 0 || turn >= TURNS)
    wrong_in_handler++;
  carries += at->uc_mcontext.gregs[REG_EFL] & 1;
  mprotect(page, 4096, PROT_READ | PROT_WRITE);
}

static long closed(long (*function)(long, long *, long), long turn, long undefined)
{
  mprotect(page, 4096, PROT_NONE);
  return function(turn, page, undefined);
}

int main(void)
{
  struct sigaction action = {.sa_sigaction = open_page, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &action, NULL);
  page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  page[0] = STORED;
  long *fresh = malloc(1337), wrong = 0;
  for (long turn = 0; turn < TURNS; turn++) {
    const long undefined = turn % 2 ? fresh[1] : 0;
    wrong += closed(integers, turn, undefined) != STORED + 3 * turn + 13;
    wrong += closed(vectors, turn, undefined) != STORED + 2 * turn;
    wrong += closed(stores, turn, undefined) != turn + 5;
  }
  carries = 0;
  for (long turn = 0; turn < TURNS; turn++)
    wrong += closed(flags, turn, 0) != STORED + 1;
  free(fresh);
  return wrong > 0 ? 1 : wrong_in_handler > 0 ? 2 : carries != TURNS ? 3 : 0;
}
