// SPDX-License-Identifier: GPL-2.0-or-later
// Signals of a timer at any moment of a loop, on its own stack and on another one: the handler finds registers as the loop has them,
// and the loop goes on as if nothing had been.
// run:
// stdout: right sums, 0 times wrong registers
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// run: --engine=direct
// only: seep
// stdout: right sums, 0 times wrong registers
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <ucontext.h>
#include "guest.h"

enum { TURNS = 100000, SIGNALS = 30 };

static volatile sig_atomic_t signals, wrong;
extern const char loop_begins[];

static void on_timer(int number, siginfo_t *info, void *context)
{
  const greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
  char used[3000];
  memset(used, number, sizeof used);
  signals++;
  if (registers[REG_RIP] == (greg_t)loop_begins &&
      (registers[REG_R12] != registers[REG_RBX] * 3 || registers[REG_RSI] != ~registers[REG_RBX]))
    wrong++;
  wrong += used[number] != number;
}

/* Each turn adds one. */
static NOINLINE long count_turns(long turns)
{
  long sum = 0;
  __asm__ volatile(
    "  xor %%ebx, %%ebx\n xor %%r12d, %%r12d\n mov $-1, %%rsi\n"
    "loop_begins:\n"
    "  add $1, %%rbx\n lea (%%rbx, %%rbx, 2), %%r12\n mov %%rbx, %%rsi\n not %%rsi\n"
    "  push %%rbx\n add (%%rsp), %0\n pop %%rcx\n"
    "  mov %%rbx, -64(%%rsp)\n sub -64(%%rsp), %0\n adc $1, %0\n"
    "  cmp %1, %%rbx\n jl loop_begins\n"
    : "+r"(sum)
    : "r"(turns)
    : "rbx", "r12", "rsi", "rcx", "cc", "memory");
  return sum;
}

int main(void)
{
  static char stack[65536];
  int is_right = 1;
  for (int on_other = 0; on_other < 2; on_other++) {
    struct sigaction action = {.sa_sigaction = on_timer, .sa_flags = SA_SIGINFO | (on_other ? SA_ONSTACK : 0)};
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &(struct itimerval){{0, 1300}, {0, 1300}}, NULL);
    for (signals = 0; signals < SIGNALS;)
      is_right &= count_turns(TURNS) == TURNS;
    setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {0, 0}}, NULL);
  }
  printf("%s sums, %d times wrong registers\n", is_right ? "right" : "wrong", wrong);
}
