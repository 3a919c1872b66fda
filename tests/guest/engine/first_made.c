// SPDX-License-Identifier: GPL-2.0-or-later
// A load that faults and is repaired; with the argument "other" another one, alone in code that earlier runs have not
// left in the translation cache: it is the first that VEX makes in its process, and has its own address all the same.
// compare: no, for cache_first_made.sh
// run:
// expect: ERROR SUMMARY: 0 errors
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <ucontext.h>

static long *page;
static long address;

long usual(long *place), other(long *place);
__asm__("usual: mov (%rdi), %rax\n ret\n other: mov (%rdi), %rax\n ret\n");

static void open_page(int signal, siginfo_t *info, void *context)
{
  address = ((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
  mprotect(page, 4096, PROT_READ | PROT_WRITE);
}

static int is_wrong(long (*function)(long *))
{
  mprotect(page, 4096, PROT_NONE);
  return function(page) != 0 || address != (long)function;
}

int main(int argc, char **argv)
{
  struct sigaction action = {.sa_sigaction = open_page, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &action, NULL);
  page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const int wrong = is_wrong(usual) + (argc > 1 && argv[1][0] == 'o' && is_wrong(other));
  printf("%d wrong\n", wrong);
  return wrong;
}
