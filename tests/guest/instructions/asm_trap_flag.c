// SPDX-License-Identifier: GPL-2.0-or-later
// While the trap flag is set, each instruction is followed by a SIGTRAP, each turn of a repeated one, too; its handler runs without the
// flag, is told the next instruction, and may take the flag back.
// build: -O1 -no-pie
// compare: no, Memcheck has no trap flag
// run:
// stdout: traps: 5 8 9 10 12 5 8 9 10 12 14 21 28 33 33 33 33 35 42 43 40 44 49 51 54 58; 0 wrong; seen: 337; copied: 1337; raised: 1
// expect: ERROR SUMMARY: 0 errors
// run: --engine=speculative
// stdout: traps: 5 8 9 10 12 5 8 9 10 12 14 21 28 33 33 33 33 35 42 43 40 44 49 51 54 58; 0 wrong; seen: 337; copied: 1337; raised: 1
// expect: ERROR SUMMARY: 0 errors
// run: --engine=precise
// stdout: traps: 5 8 9 10 12 5 8 9 10 12 14 21 28 33 33 33 33 35 42 43 40 44 49 51 54 58; 0 wrong; seen: 337; copied: 1337; raised: 1
// expect: ERROR SUMMARY: 0 errors
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>

enum { TRAP_FLAG = 0x100, TRAPS_MAX = 60, STEP = 1 };
extern const char stepped_start[], stepped_end[];
static long places[TRAPS_MAX];
static volatile int traps, wrong;

static void on_trap(int signal, siginfo_t *info, void *context)
{
  greg_t *at = ((ucontext_t *)context)->uc_mcontext.gregs;
  if (traps < TRAPS_MAX)
    places[traps++] = at[REG_RIP] - (long)stepped_start;
  if (info->si_code == TRAP_TRACE)
    wrong += (long)info->si_addr != at[REG_RIP] || at[REG_TRAPNO] != STEP || !(at[REG_EFL] & TRAP_FLAG);
  if (at[REG_RIP] == (long)stepped_end)
    at[REG_EFL] &= ~TRAP_FLAG;
}

static char from[8] __attribute__((used)) = "1337", to[8] __attribute__((used));

static long stepped(void)
{
  long result = 330;
  __asm__ volatile("pushf\n orl $0x100, (%%rsp)\n popf\n"
                   "stepped_start: mov $2, %%ecx\n"
                   "1: add %%rcx, %%rax\n push %%rax\n pop %%rdx\n dec %%ecx\n jnz 1b\n"
                   "lea from(%%rip), %%rsi\n lea to(%%rip), %%rdi\n mov $4, %%ecx\n rep movsb\n"
                   "call 2f\n jmp 3f\n 2: nop\n ret\n"
                   "3: mov $39, %%ecx\n xor %%ecx, %%ecx\n movaps %%xmm0, %%xmm1\n add $4, %%rax\n"
                   "stepped_end: nop"
                   : "+a"(result)
                   :
                   : "rcx", "rdx", "rsi", "rdi", "xmm1", "memory", "cc");
  return result;
}

int main(void)
{
  const struct sigaction action = {.sa_sigaction = on_trap, .sa_flags = SA_SIGINFO};
  sigaction(SIGTRAP, &action, NULL);
  stepped();
  traps = 0;
  memset(to, 0, sizeof to);
  const long seen = stepped();
  const int stepped_traps = traps;
  printf("traps:");
  for (int i = 0; i < stepped_traps; i++)
    printf(" %ld", places[i]);
  raise(SIGTRAP);
  printf("; %d wrong; seen: %ld; copied: %s; raised: %d\n", wrong, seen, to, traps - stepped_traps);
  return 0;
}
