// SPDX-License-Identifier: GPL-2.0-or-later
// A load whose value nobody uses faults where it must, as virtual machines look for null so, and is reported if its address
// is wrong; in code of files, and in code that is generated.
// build: -Wno-use-after-free
// compare: no, Memcheck drops such loads
// run:
// stdout: compared: fault; loaded: fault; masked: fault; generated: fault; once opened: 0
// expect: Invalid read of size 8
// next: compares (load_unused.c:@compares)
// expect: Invalid read of size 8
// next: loads (load_unused.c:@loads)
// run: --engine=speculative
// stdout: compared: fault; loaded: fault; masked: fault; generated: fault; once opened: 0
// expect: Invalid read of size 8
// next: compares (load_unused.c:@compares)
// run: --engine=precise
// stdout: compared: fault; loaded: fault; masked: fault; generated: fault; once opened: 0
// expect: Invalid read of size 8
// next: compares (load_unused.c:@compares)
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static sigjmp_buf back;

static void on_fault(int signal)
{
  siglongjmp(back, signal);
}

static __attribute__((noinline)) void compares(const long *place)
{
  __asm__ volatile("cmp (%0), %%rax\n xor %%eax, %%eax" : : "r"(place) : "rax", "cc"); // @compares
}

static __attribute__((noinline)) void loads(const long *place)
{
  __asm__ volatile("mov (%0), %%rax\n xor %%eax, %%eax" : : "r"(place) : "rax", "cc"); // @loads
}

/* Nothing that is loaded counts, so no register and no flag depends on it. */
static __attribute__((noinline)) void masks(const long *place)
{
  __asm__ volatile("xor %%eax, %%eax\n test %%rax, (%0)" : : "r"(place) : "rax", "cc");
}

static const char *outcome(void (*function)(const long *), const long *place)
{
  if (sigsetjmp(back, 1))
    return "fault";
  function(place);
  return "no fault";
}

int main(void)
{
  static const unsigned char code[] = {0x48, 0x3b, 0x07, 0x31, 0xc0, 0xc3}; /* cmp (%rdi), %rax; xor %eax, %eax; ret */
  void *generated = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  long *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  void (*function)(const long *);
  memcpy(generated, code, sizeof code);
  memcpy(&function, &generated, sizeof function);
  signal(SIGSEGV, on_fault);
  for (int i = 0; i < 1337; i++) {
    compares(page);
    loads(page);
    masks(page);
    function(page);
  }
  mprotect(page, 4096, PROT_NONE); /* what was addressable cannot be read now, as a page by which threads are stopped */
  printf("compared: %s; ", outcome(compares, page));
  printf("loaded: %s; ", outcome(loads, page));
  printf("masked: %s; ", outcome(masks, page));
  printf("generated: %s; ", outcome(function, page));
  mprotect(page, 4096, PROT_READ);
  printf("once opened: %ld\n", page[1]);
  long *freed = malloc(1337);
  free(freed);
  compares(freed);
  loads(freed);
  return 0;
}
