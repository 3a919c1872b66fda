// SPDX-License-Identifier: GPL-2.0-or-later
// What guest programs need to lose a pointer for good: a compiler, a stack frame and the registers keep copies.
#ifndef SEEP_TESTS_GUEST_GUEST_H
#define SEEP_TESTS_GUEST_GUEST_H

#define NOINLINE __attribute__((noinline, noclone))

// Overwrites the stack below the caller and the registers that a call may leave values in.
static NOINLINE void scrub(void)
{
  volatile char used[8192];
  for (unsigned i = 0; i < sizeof used; i++)
    used[i] = (char)i;
  __asm__ volatile("xor %%eax,%%eax; xor %%ecx,%%ecx; xor %%edx,%%edx; xor %%esi,%%esi; xor %%edi,%%edi;"
                   "xor %%r8d,%%r8d; xor %%r9d,%%r9d; xor %%r10d,%%r10d; xor %%r11d,%%r11d"
                   :
                   :
                   : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "memory");
}

#endif
