/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/stubs.h"

#include "memcheck/checks.h"
#include "memcheck/engine.h"

static inline Addr address_in(const VexGuestAMD64State *state)
{
  return *(const Addr *)((Addr)state + ENGINE_ADDRESS);
}

static inline UInt tag_in(const VexGuestAMD64State *state)
{
  return *(const UInt *)((Addr)state + ENGINE_TAG);
}

/* --- what the stubs call; named by them only --- */

#define CALLED_BY_STUB(name, call)                                                     \
  static __attribute__((used)) void called_by_stub_##name(VexGuestAMD64State *state)   \
  {                                                                                    \
    call;                                                                              \
  }
#define OF_SIZE(bytes)                                                                               \
  CALLED_BY_STUB(load_##bytes, checks_load_##bytes(state, address_in(state)))                        \
  CALLED_BY_STUB(store_##bytes, checks_store_##bytes(state, address_in(state), tag_in(state)))       \
  CALLED_BY_STUB(value_##bytes, checks_undefined_value(state, bytes, tag_in(state)))

OF_SIZE(1)
OF_SIZE(2)
OF_SIZE(4)
OF_SIZE(8)
OF_SIZE(16)
OF_SIZE(32)
CALLED_BY_STUB(condition, checks_undefined_condition(state, tag_in(state)))

/* --- the stubs --- */

/* VEX holds the guest state in %rbp, and values in the registers saved here and in those that calls preserve anyway. %rax, %rcx,
 * %rdx, %r11, %xmm0 and %xmm1 are its scratch registers. On entry the stack is eight bytes off alignment. */
__asm__(
  ".text\n"
  ".balign 16\n"
  "stubs_start:\n"
  "stub_common:\n"
  "  pushq %rsi\n"
  "  pushq %rdi\n"
  "  pushq %r8\n"
  "  pushq %r9\n"
  "  pushq %r10\n"
  "  subq $160, %rsp\n"
  "  movaps %xmm3, (%rsp)\n"
  "  movaps %xmm4, 16(%rsp)\n"
  "  movaps %xmm5, 32(%rsp)\n"
  "  movaps %xmm6, 48(%rsp)\n"
  "  movaps %xmm7, 64(%rsp)\n"
  "  movaps %xmm8, 80(%rsp)\n"
  "  movaps %xmm9, 96(%rsp)\n"
  "  movaps %xmm10, 112(%rsp)\n"
  "  movaps %xmm11, 128(%rsp)\n"
  "  movaps %xmm12, 144(%rsp)\n"
  "  movq %rbp, %rdi\n"
  "  callq *%rax\n"
  "  movaps (%rsp), %xmm3\n"
  "  movaps 16(%rsp), %xmm4\n"
  "  movaps 32(%rsp), %xmm5\n"
  "  movaps 48(%rsp), %xmm6\n"
  "  movaps 64(%rsp), %xmm7\n"
  "  movaps 80(%rsp), %xmm8\n"
  "  movaps 96(%rsp), %xmm9\n"
  "  movaps 112(%rsp), %xmm10\n"
  "  movaps 128(%rsp), %xmm11\n"
  "  movaps 144(%rsp), %xmm12\n"
  "  addq $160, %rsp\n"
  "  popq %r10\n"
  "  popq %r9\n"
  "  popq %r8\n"
  "  popq %rdi\n"
  "  popq %rsi\n"
  "  retq\n");

#define DEFINE_STUB(name)                      \
  __asm__(                                     \
    ".globl stub_" #name "\n"                  \
    "stub_" #name ":\n"                        \
    "  leaq called_by_stub_" #name "(%rip), %rax\n" \
    "  jmp stub_common\n");
STUBS(DEFINE_STUB)

__asm__("stubs_end:\n");

Bool stubs_contain(Addr address)
{
  extern const UChar stubs_start[], stubs_end[];
  return address >= (Addr)stubs_start && address < (Addr)stubs_end;
}
