// SPDX-License-Identifier: GPL-2.0-or-later
// Code that the program writes probes its stack at each call: where nothing may be touched; where something may, so
// that it is defined then; and where the mapping of the stack ends, which a handler is told of.
// compare: no, Memcheck takes probes for errors, and the stack for another one
// build: -pthread
// run:
// stdout: 500 calls, 7, 1 fault
// expect: Invalid write of size 4
// next: at ???
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#define _GNU_SOURCE
#include "undefined.h"
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <valgrind/memcheck.h>
enum { PAGE = 4096, STACK = 64 * PAGE };
static int *(*probe)(int value); // returns where its second probe has stored that
static int faults, calls;
static sigjmp_buf out;
int *on_stack(void *top, int *(*function)(int), int value);
__asm__(".type on_stack, @function\n"
        "on_stack: pushq %rbx\n movq %rsp, %rbx\n movq %rdi, %rsp\n movl %edx, %edi\n call *%rsi\n"
        "  movq %rbx, %rsp\n popq %rbx\n ret\n"
        ".size on_stack, . - on_stack\n");
static void tell_fault(int signal)
{
  faults++;
  siglongjmp(out, 1);
}
static NOINLINE int probe_addressable(void)
{
  char *const stack = mmap(0, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *const top = stack + STACK - 1024;
  VALGRIND_MAKE_MEM_NOACCESS(top - 16384 - 256, 512);
  VALGRIND_MAKE_MEM_UNDEFINED(top - 20480 - 256, 512);
  const int *const place = on_stack(top, probe, 7);
  DECIDE(*place == 7);
  return *place;
}
static NOINLINE void probe_beyond_end(void)
{
  char *const here = __builtin_frame_address(0), *const closed = (char *)((size_t)here / PAGE * PAGE) - 5 * PAGE;
  mprotect(closed, 4 * PAGE, PROT_NONE);
  stack_t alternate = {.ss_sp = malloc(STACK), .ss_size = STACK};
  sigaltstack(&alternate, NULL);
  if (sigsetjmp(out, 1) == 0)
    probe(1);
  mprotect(closed, 4 * PAGE, PROT_READ | PROT_WRITE);
  alternate.ss_flags = SS_DISABLE;
  sigaltstack(&alternate, NULL);
  free(alternate.ss_sp);
}
static void *work(void *unused)
{
  for (int i = 0; i < 500; i++)
    calls += probe(1) != NULL;
  probe_beyond_end();
  return unused;
}
int main(void)
{
  const unsigned char code[] = {0x89, 0xbc, 0x24, 0x00, 0xc0, 0xff, 0xff,             // mov %edi,-16384(%rsp)
                                0x89, 0xbc, 0x24, 0x00, 0xb0, 0xff, 0xff,             // mov %edi,-20480(%rsp)
                                0x48, 0x8d, 0x84, 0x24, 0x00, 0xb0, 0xff, 0xff, 0xc3}; // lea -20480(%rsp),%rax; ret
  probe = mmap(0, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memcpy((void *)probe, code, sizeof code);
  const int probed = probe_addressable();
  struct sigaction action = {.sa_handler = tell_fault, .sa_flags = SA_ONSTACK};
  sigaction(SIGSEGV, &action, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  printf("%d calls, %d, %d fault\n", calls, probed, faults);
}
