// SPDX-License-Identifier: GPL-2.0-or-later
// Generated code with a stack of its own in a block of the heap, or in a map: what the program keeps right below the
// stack pointer stays what it is at calls and returns, and may be overwritten when the stack pointer has gone up. A
// block beside it is checked as ever.
// compare: no, Memcheck gives up what lies below the stack pointer
// build: -O1
// run:
// stdout: in block: 120, in map: 120
// expect: Conditional jump or move depends on uninitialised value
// next: main (
// expect: ERROR SUMMARY: 1 errors from 1 contexts
// run: --engine=speculative
// stdout: in block: 120, in map: 120
// expect: ERROR SUMMARY: 1 errors from 1 contexts
// run: --engine=precise
// stdout: in block: 120, in map: 120
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "guest.h"

enum { BYTES = 12345, TOP = 8192, WORDS = 15, ROUNDS = 3 };

// Goes to the stack that ends at its argument, calls a function that returns, pushes and gives up three words, and
// comes back.
static const unsigned char code[] = {
  0x53,                         // push %rbx
  0x48, 0x89, 0xe3,             // mov %rsp, %rbx
  0x48, 0x89, 0xfc,             // mov %rdi, %rsp
  0xe8, 0x0c, 0x00, 0x00, 0x00, // call, to the last return
  0x57, 0x57, 0x57,             // push %rdi
  0x48, 0x83, 0xc4, 0x18,       // add $24, %rsp
  0x48, 0x89, 0xdc,             // mov %rbx, %rsp
  0x5b, 0xc3,                   // pop %rbx; ret
  0xc3,                         // ret
};

// The words below those that the code's calls and pushes take.
static NOINLINE long sum_below(long *top)
{
  long sum = 0;
  for (int i = 0; i < WORDS; i++)
    if (top[-10 - i] > 0)
      sum += top[-10 - i];
  return sum;
}

static NOINLINE long use(void (*run)(void *), char *memory)
{
  long *const top = (long *)(memory + TOP);
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < WORDS; i++)
      top[-10 - i] = i + 1;
    run(top);
    top[-3] = 1;
    if (sum_below(top) != WORDS * (WORDS + 1) / 2 || top[-3] != 1)
      return -1;
  }
  return sum_below(top);
}

int main(void)
{
  char *const page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memcpy(page, code, sizeof code);
  mprotect(page, 4096, PROT_READ | PROT_EXEC);
  void (*const run)(void *) = (void (*)(void *))page;
  char *const map = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  char *const block = malloc(BYTES);
  volatile int *const beside = malloc(1337);
  const long in_block = use(run, block), in_map = use(run, map);
  if (beside[7] == 42)
    puts("forty-two");
  printf("in block: %ld, in map: %ld\n", in_block, in_map);
  free((void *)beside);
  free(block);
}
