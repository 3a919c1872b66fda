// SPDX-License-Identifier: GPL-2.0-or-later
// Just below the stack pointer, on a stack that nobody knows, the compiler may be to blame.
// run:
// expect: Invalid read of size 1
// expect: /Address 0x\w+ is just below the stack ptr\.  To suppress, use: --workaround-gcc296-bugs=yes$/
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
static void leave(int signal)
{
  (void)signal;
  _exit(0);
}
int main(void)
{
  char *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  stack_t own = {.ss_sp = malloc(65536), .ss_size = 65536};
  struct sigaction action = {.sa_handler = leave, .sa_flags = SA_ONSTACK};
  munmap(pages, 4096);
  sigaltstack(&own, NULL);
  sigaction(SIGSEGV, &action, NULL);
  __asm__ volatile("mov %0, %%rsp; movb -200(%%rsp), %%al" : : "r"(pages + 4096 + 64) : "rax", "memory");
}
