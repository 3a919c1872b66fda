// SPDX-License-Identifier: GPL-2.0-or-later
// Jumps, calls and returns to addresses with a high bit set: none is executed, each is reported as it is, and the program's own
// handler sees it.
// build: -fno-stack-protector -fomit-frame-pointer
// run:
// expect: Jump to the invalid address stated on the next line
// expect: Address 0x4141414141414141 is not stack'd, malloc'd or (recently) free'd
// expect: ERROR SUMMARY: 57 errors
#include "jumps.h"

#include "guest.h"
#include <stdlib.h>

static int *undefined;

static NOINLINE void call(uintptr_t to)
{
  __asm__ volatile("call *%0" : : "r"(to), "D"(undefined) : "rax", "memory");
}

static NOINLINE void jump(uintptr_t to)
{
  __asm__ volatile("jmp *%0" : : "r"(to), "D"(undefined) : "memory");
}

static NOINLINE void come_back(uintptr_t to)
{
  __asm__ volatile("push %0; ret" : : "r"(to), "D"(undefined) : "memory");
}

static NOINLINE void call_known(uintptr_t to)
{
  __asm__ volatile("movabs $0x4141414141414141, %%rax; call *%%rax" : : "D"(undefined) : "rax", "memory");
}

static NOINLINE void jump_known(uintptr_t to)
{
  __asm__ volatile("movabs $0x4141414141414141, %%rax; jmp *%%rax" : : "D"(undefined) : "rax", "memory");
}

int main(void)
{
  catch_faults();
  undefined = malloc(1337);
  for (int i = 0; i < 3; i++)
    target(undefined);
  for (int bit = 46; bit < 64; bit++) {
    uintptr_t to = (uintptr_t)target | UINT64_C(1) << bit;
    try_jump(call, to, to);
    try_jump(jump, to, to);
    try_jump(come_back, to, to);
  }
  try_jump(come_back, UINT64_C(0x4141414141414141), UINT64_C(0x4141414141414141));
  try_jump(call_known, UINT64_C(0x4141414141414141), UINT64_C(0x4141414141414141));
  try_jump(jump_known, UINT64_C(0x4141414141414141), UINT64_C(0x4141414141414141));
  free(undefined);
  return wrong + executed - 3;
}
