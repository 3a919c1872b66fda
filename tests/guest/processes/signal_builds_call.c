// SPDX-License-Identifier: GPL-2.0-or-later
// A handler builds a call below the interrupted stack pointer, as virtual machines do to throw an exception, and returns into that:
// on a stack of its own (an argument), and on the same one. What it has written is there, and nothing but the first access is wrong.
// compare: no, Memcheck reports what the handler writes
// build: -O1
// run:
// args: apart
// stdout: landed: 0 100
// expect: ERROR SUMMARY: 1 errors
// run:
// stdout: landed: 0 100
// expect: ERROR SUMMARY: 1 errors
// run: --engine=precise
// args: apart
// stdout: landed: 0 100
// expect: ERROR SUMMARY: 1 errors
// run: --engine=precise
// stdout: landed: 0 100
// expect: ERROR SUMMARY: 1 errors
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { REDZONE_BYTES = 128, WORDS = 130 };

static char stack[1 << 16];

void landing(void);
__asm__("landing: push %rdi\n call land\n ud2\n");

__attribute__((used)) static void land(const long *words)
{
  printf("landed: %ld %ld\n", words[0], words[100]);
  exit(0);
}

static void handler(int signal, siginfo_t *info, void *opaque)
{
  gregset_t *registers = &((ucontext_t *)opaque)->uc_mcontext.gregs;
  long *words = (long *)(((*registers)[REG_RSP] - REDZONE_BYTES) & -16) - WORDS;
  for (long i = 0; i < WORDS; i++)
    words[i] = i;
  (*registers)[REG_RSP] = (greg_t)words;
  (*registers)[REG_RDI] = (greg_t)words;
  (*registers)[REG_RIP] = (greg_t)landing;
}

__attribute__((noinline)) static int fault(const int *nothing, const char *text)
{
  char buffer[300];
  memset(buffer, *text, sizeof buffer);
  __asm__ volatile("" : : "r"(buffer) : "memory");
  return *nothing + buffer[*text];
}

int main(int argc, char **argv)
{
  const stack_t apart = {.ss_sp = stack, .ss_size = sizeof stack};
  if (argc > 1)
    sigaltstack(&apart, NULL);
  const struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigaction(SIGSEGV, &action, NULL);
  return fault((const int *)16, "a");
}
