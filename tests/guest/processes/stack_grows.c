// SPDX-License-Identifier: GPL-2.0-or-later
// The first stack grows where it is touched, down to the limit of the moment, and some of it is there from the
// start. What is below the stack pointer is an invalid write all the same.
// compare: no, under Memcheck it grows down to the stack pointer only
// run:
// stdout: 100 KiB below: mapped, 1 MiB below: not mapped
// stdout: written there, then mapped
// stdout: read(): 1
// stdout: 20 MiB below: SIGSEGV, with a higher limit: written
// expect: Invalid write of size 1
// expect: Syscall param read(buf) points to unaddressable byte(s)
// expect: ERROR SUMMARY: 4 errors from 4 contexts
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

static sigjmp_buf back;
static volatile char *here;

static void on_fault(int signal)
{
  siglongjmp(back, 1);
}

static const char *mapped(size_t below)
{
  void *const page = (void *)(((uintptr_t)here - below) & ~(uintptr_t)4095);
  return msync(page, 1, MS_ASYNC) == 0 ? "mapped" : "not mapped";
}

__attribute__((noinline)) static const char *write_below(size_t below)
{
  if (sigsetjmp(back, 1))
    return "SIGSEGV";
  *(here - below) = 1;
  return "written";
}

static void limit(rlim_t bytes)
{
  struct rlimit limit;
  getrlimit(RLIMIT_STACK, &limit);
  limit.rlim_cur = bytes;
  setrlimit(RLIMIT_STACK, &limit);
}

int main(void)
{
  static char other_stack[1 << 16];
  const stack_t other = {.ss_sp = other_stack, .ss_size = sizeof other_stack};
  const struct sigaction action = {.sa_handler = on_fault, .sa_flags = SA_ONSTACK};
  here = __builtin_frame_address(0);
  sigaltstack(&other, NULL);
  sigaction(SIGSEGV, &action, NULL);
  limit(13 << 20);
  printf("100 KiB below: %s, ", mapped(100 << 10));
  printf("1 MiB below: %s\n", mapped(1 << 20));
  printf("%s there, ", write_below(1 << 20));
  printf("then %s\n", mapped(1 << 20));
  int ends[2];
  const int is_ready = pipe(ends) == 0 && write(ends[1], "x", 1) == 1;
  printf("read(): %d\n", is_ready ? (int)read(ends[0], (char *)here - (2 << 20), 1) : -2);
  printf("20 MiB below: %s, ", write_below(20 << 20));
  limit(31 << 20);
  printf("with a higher limit: %s\n", write_below(20 << 20));
  return 0;
}
