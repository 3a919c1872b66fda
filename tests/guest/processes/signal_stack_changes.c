// SPDX-License-Identifier: GPL-2.0-or-later
// sigaltstack() answers and refuses as the kernel does: the same place for both arguments, a stack that is given up, one
// for the next handler alone, a place that cannot be written, and what a handler changes in its frame.
// compare: no, the core of Memcheck does otherwise
// run: -q
// stdout: at first: 0 none size 0 flags 2
// stdout: same place: 0 none size 0 flags 2
// stdout: now: 0 first size 65536 flags 0
// stdout: on first, changed there: -1, first size 65536 flags 1
// stdout: given up: 0 first size 65536 flags 0
// stdout: now: 0 none size 0 flags 2
// stdout: on the usual one, changed there: 0, none size 0 flags 2
// stdout: too small: -1 size 77, bad flags: -1 size 77
// stdout: nowhere to answer: -1, but second size 65536 flags 0
// stdout: once: 0 second size 65536 flags 0
// stdout: now: 0 second size 65536 flags 80000000
// stdout: on second, changed there: 0, none size 0 flags 2
// stdout: now: 0 second size 65536 flags 80000000
// stdout: changed in the frame: first
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { BYTES = 65536, ONCE = (int)0x80000000 };
static char first[BYTES], second[BYTES];
static int changes_frame;

static const char *name(const void *place)
{
  const char *at = place;
  if (at >= first && at < first + BYTES)
    return "first";
  return at >= second && at < second + BYTES ? "second" : at ? "the usual one" : "none";
}

static void show(const char *what, int result, const stack_t *stack)
{
  printf("%s: %d %s size %zu flags %x\n", what, result, name(stack->ss_sp), stack->ss_size, stack->ss_flags);
}

static void ask(void)
{
  stack_t now;
  const int result = sigaltstack(NULL, &now);
  show("now", result, &now);
}

static void on_signal(int signal, siginfo_t *info, void *context)
{
  const stack_t other = {.ss_sp = first, .ss_size = BYTES};
  stack_t now;
  if (changes_frame) {
    ((ucontext_t *)context)->uc_stack = other;
    return;
  }
  sigaltstack(NULL, &now);
  printf("on %s, changed there: %d, %s size %zu flags %x\n", name(&now), sigaltstack(&other, NULL), name(now.ss_sp),
         now.ss_size, now.ss_flags);
}

static void refuse(void)
{
  void *const nothing = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const stack_t small = {.ss_sp = first, .ss_size = 2047}, odd = {.ss_sp = first, .ss_size = BYTES, .ss_flags = 77};
  stack_t other = {.ss_sp = second, .ss_size = BYTES}, kept = {.ss_size = 77};
  const int is_small = sigaltstack(&small, &kept);
  printf("too small: %d size %zu", is_small, kept.ss_size);
  const int is_odd = sigaltstack(&odd, &kept);
  printf(", bad flags: %d size %zu\n", is_odd, kept.ss_size);
  const int result = sigaltstack(&other, nothing);
  sigaltstack(NULL, &kept);
  printf("nowhere to answer: %d, but %s size %zu flags %x\n", result, name(kept.ss_sp), kept.ss_size, kept.ss_flags);
}

int main(void)
{
  const struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_ONSTACK | SA_SIGINFO};
  stack_t stack = {.ss_sp = first, .ss_size = BYTES}, none = {.ss_flags = SS_DISABLE}, before;
  sigaction(SIGUSR1, &action, NULL);
  int result = sigaltstack(NULL, &before);
  show("at first", result, &before);
  result = sigaltstack(&stack, &stack);
  show("same place", result, &stack);
  ask();
  raise(SIGUSR1);
  result = sigaltstack(&none, &before);
  show("given up", result, &before);
  ask();
  raise(SIGUSR1);
  refuse();
  stack = (stack_t){.ss_sp = second, .ss_size = BYTES, .ss_flags = ONCE};
  result = sigaltstack(&stack, &before);
  show("once", result, &before);
  ask();
  raise(SIGUSR1);
  ask();
  changes_frame = 1;
  raise(SIGUSR1);
  sigaltstack(NULL, &before);
  printf("changed in the frame: %s\n", name(before.ss_sp));
  return 0;
}
