// SPDX-License-Identifier: GPL-2.0-or-later
// Code at the end of a mapping is executed up to its last byte. An instruction that goes on where nothing can be executed, or beyond the
// end of the file, faults there, and is executed once the rest is there.
// compare: no, Memcheck ends
// run:
// stdout: last bytes: 8; beyond the mapping: 11 at 2000; across a page that is closed: 11 at 1000; open: 67305992; beyond the file: 7 at 1000;
// expect: ERROR SUMMARY: 0 errors
// run: --engine=speculative
// stdout: last bytes: 8; beyond the mapping: 11 at 2000; across a page that is closed: 11 at 1000; open: 67305992; beyond the file: 7 at 1000;
// expect: ERROR SUMMARY: 0 errors
// run: --engine=precise
// stdout: last bytes: 8; beyond the mapping: 11 at 2000; across a page that is closed: 11 at 1000; open: 67305992; beyond the file: 7 at 1000;
// expect: ERROR SUMMARY: 0 errors
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096, TIMES = 3 };
static unsigned char *code;
static sigjmp_buf before;
static long fault;

static void on_fault(int signal, siginfo_t *info, void *context)
{
  (void)context;
  fault = (unsigned char *)info->si_addr - code;
  siglongjmp(before, signal);
}

static long call(long offset)
{
  return ((long (*)(void))(code + offset))();
}

static void show_fault(const char *name, long offset)
{
  static volatile int signal;
  for (int i = 0; i < TIMES; i++) {
    signal = sigsetjmp(before, 1);
    if (signal == 0)
      call(offset);
  }
  printf("%s: %d at %lx;", name, signal, fault);
}

int main(void)
{
  static const unsigned char at_end[] = {0xb8, 5, 0, 0, 0, 0x48, 0x83, 0xc0, 3, 0xc3}; // mov $5, %eax; add $3, %rax; ret
  static const unsigned char across[] = {0xb8, 7, 0, 0, 0, 0x48, 0x81, 0xc0, 1, 2, 3, 4, 0xc3};
  static const unsigned char cut[] = {0xb8, 7, 0, 0, 0, 0x48, 0x81, 0xc0, 1, 2};
  const long across_at = PAGE - 8, cut_at = 2 * PAGE - (long)sizeof cut;
  char name[] = "/tmp/seep-code-XXXXXX";
  const int file = mkstemp(name);
  unlink(name);
  signal(SIGSEGV, SIG_DFL);
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &action, NULL);
  sigaction(SIGBUS, &action, NULL);
  if (ftruncate(file, 2 * PAGE) != 0 || pwrite(file, across, sizeof across, across_at) < 0 ||
      pwrite(file, at_end, sizeof at_end, 2 * PAGE - (long)sizeof at_end) < 0)
    return 2;
  code = mmap(NULL, 3 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mmap(code, 2 * PAGE, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_FIXED, file, 0);
  printf("last bytes: %ld; ", call(2 * PAGE - (long)sizeof at_end));
  if (pwrite(file, cut, sizeof cut, cut_at) < 0)
    return 2;
  mmap(code, 2 * PAGE, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_FIXED, file, 0);
  show_fault("beyond the mapping", cut_at);
  mprotect(code + PAGE, PAGE, PROT_NONE);
  printf(" ");
  show_fault("across a page that is closed", across_at);
  mprotect(code + PAGE, PAGE, PROT_READ | PROT_EXEC);
  printf(" open: %ld; ", call(across_at));
  if (ftruncate(file, PAGE) != 0)
    return 2;
  show_fault("beyond the file", across_at);
  printf("\n");
  return 0;
}
