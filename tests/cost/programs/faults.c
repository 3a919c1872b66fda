// SPDX-License-Identifier: GPL-2.0-or-later
// Instructions that fault in the middle of a block: a handler repairs the access, goes on behind it, or jumps away.
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

static char *page;
static sigjmp_buf back;
static volatile int signals;

static void open_page(int signal)
{
  (void)signal;
  signals++;
  mprotect(page, 4096, PROT_READ | PROT_WRITE);
}

static void leave(int signal)
{
  (void)signal;
  signals++;
  siglongjmp(back, 1);
}

static void pass_over(int signal, siginfo_t *info, void *context)
{
  ucontext_t *const state = context;
  (void)signal, (void)info;
  signals++;
  state->uc_mcontext.gregs[REG_RIP] += 2; /* ud2 */
}

static void count(int signal)
{
  (void)signal;
  signals++;
}

static int use_page(int n)
{
  int sum = n * 3;
  for (int i = 0; i < n; i++)
    sum += page[i] + i;
  return sum ^ n;
}

static int divide(int a, int b)
{
  const int sum = a + b;
  return sum * a / b;
}

int main(void)
{
  struct sigaction passing = {.sa_sigaction = pass_over, .sa_flags = SA_SIGINFO};
  long sum = 0;
  page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  signal(SIGSEGV, open_page);
  signal(SIGFPE, leave);
  signal(SIGUSR1, count);
  sigaction(SIGILL, &passing, NULL);
  for (int i = 0; i < 5; i++) {
    mprotect(page, 4096, PROT_NONE);
    sum += use_page(7 + i);
    if (!sigsetjmp(back, 1))
      sum += divide(i, 0);
    sum += divide(i, 7);
    __asm__ volatile("nop\n ud2\n nop");
    raise(SIGUSR1);
  }
  printf("%ld %d\n", sum, signals);
  return 0;
}
