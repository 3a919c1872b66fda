/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "native/own_stack.h"

static char stack[1 << 18] __attribute__((aligned(64)));

void own_stack_run(void (*function)(void *argument), void *argument)
{
  __asm__ volatile("movq %%rsp, %%rbx; movq %1, %%rsp; callq *%2; movq %%rbx, %%rsp"
                   : "+D"(argument)
                   : "r"(stack + sizeof stack), "r"(function)
                   : "rbx", "rax", "rcx", "rdx", "rsi", "r8", "r9", "r10", "r11", "memory", "cc", "xmm0", "xmm1",
                     "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13",
                     "xmm14", "xmm15");
}
