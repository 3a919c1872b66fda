// SPDX-License-Identifier: GPL-2.0-or-later
// Flags that nobody reads behind an access are seen by the handler of its fault, by engines that have code of their own
// for each instruction (docs/differences.md).
// compare: no, Memcheck has not all registers in memory
// run: --engine=speculative
// expect: ERROR SUMMARY: 0 errors
// run: --engine=precise
// expect: ERROR SUMMARY: 0 errors
#define _GNU_SOURCE
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
enum { TURNS = 137, STORED = 1000000 };
static long *page;
static int carries;
/* Carry, from the comparison of turn and turn + 1. */
long flags(long turn, long *place);
__asm__("flags: lea 1(%rdi), %r9\n cmp %r9, %rdi\n mov (%rsi), %rax\n xor %ecx, %ecx\n ret\n");
static void open_page(int signal, siginfo_t *info, void *context)
{
  carries += ((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL] & 1;
  mprotect(page, 4096, PROT_READ);
}
int main(void)
{
  struct sigaction action = {.sa_sigaction = open_page, .sa_flags = SA_SIGINFO};
  int right = 0;
  sigaction(SIGSEGV, &action, NULL);
  page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  page[0] = STORED;
  for (long turn = 0; turn < TURNS; turn++) {
    mprotect(page, 4096, PROT_NONE);
    right += flags(turn, page) == STORED;
  }
  return right != TURNS ? 1 : carries != TURNS ? 2 : 0;
}
