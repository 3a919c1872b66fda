// SPDX-License-Identifier: GPL-2.0-or-later
// A conditional move loads its operand whatever the condition is. It faults where the condition is known to be false,
// too: by flags of an And with a constant, in which only a simplifier sees that.
// compare: no, Memcheck drops the load
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
#include <stdio.h>
#include <sys/mman.h>

static char *page;
static int faults;

/* Carry and overflow of a test are clear, and zero is set if it is one of nothing. */
#define MOVES(name, setting, move) \
  void name(char *place, long any); \
  __asm__(#name ": mov $0, %rcx\n " setting "\n " move "\n ret\n");

MOVES(below, "test %rcx, %rsi", "cmovb (%rdi), %r9d")
MOVES(overflown, "test %rcx, %rsi", "cmovo (%rdi), %r9")
MOVES(not_zero, "test %rcx, %rsi", "cmovne (%rdi), %r9w")
MOVES(signed_one, "and %rsi, %rcx", "cmovs (%rdi), %r9d")
MOVES(behind_an_exchange,
      "push %rbx\n movq $1, -16(%rsp)\n mov $7, %edx\n cmpxchg8b -16(%rsp)\n pop %rbx\n test %rcx, %rsi",
      "cmovb (%rdi), %r9d")
MOVES(behind_a_string,
      "lea -64(%rsp), %rdx\n xchg %rdx, %rdi\n mov $1, %ecx\n rep stosb\n mov %rdx, %rdi\n test %rcx, %rsi",
      "cmovb (%rdi), %r9d")

static void open_page(int signal)
{
  faults++;
  mprotect(page, 4096, PROT_READ | PROT_WRITE);
}

int main(void)
{
  static void (*const functions[])(char *, long) = {below,      overflown,          not_zero,
                                                    signed_one, behind_an_exchange, behind_a_string};
  enum { COUNT = sizeof functions / sizeof *functions, TURNS = 7 };
  signal(SIGSEGV, open_page);
  page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (int turn = 0; turn < TURNS; turn++)
    for (int i = 0; i < COUNT; i++) {
      mprotect(page, 4096, PROT_NONE);
      functions[i](page, turn);
    }
  printf("%d faults\n", faults);
  return faults != COUNT * TURNS;
}
