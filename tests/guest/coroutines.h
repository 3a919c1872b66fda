// SPDX-License-Identifier: GPL-2.0-or-later
// The smallest coroutines: a stack in any memory, and a switch in assembly that tells nobody of it.
#ifndef SEEP_TESTS_GUEST_COROUTINES_H
#define SEEP_TESTS_GUEST_COROUTINES_H

#include <stdint.h>
#include <string.h>

// Saves the stack pointer, behind the registers that calls preserve, and goes on with another.
void coroutine_switch(void **save, void *to);
__asm__(".text\n"
        "coroutine_switch:\n"
        "  push %rbp\n  push %rbx\n  push %r12\n  push %r13\n  push %r14\n  push %r15\n"
        "  mov %rsp, (%rdi)\n"
        "  mov %rsi, %rsp\n"
        "  pop %r15\n  pop %r14\n  pop %r13\n  pop %r12\n  pop %rbx\n  pop %rbp\n"
        "  ret\n");

// Where to switch to in order to begin with a function, which must not return, on the stack that ends there.
static inline void *coroutine_start(void *stack_end, void (*begin)(void))
{
  enum { WORDS = 9, ENTRY = 6 };
  void **frame = (void **)((uintptr_t)stack_end & ~(uintptr_t)15) - WORDS;
  memset(frame, 0, WORDS * sizeof *frame);
  frame[ENTRY] = (void *)begin;
  return frame;
}

#endif
