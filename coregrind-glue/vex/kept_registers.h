/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Calls out of generated code that VEX need not know of: in assembly, as functions written in C change registers that
 * VEX holds values in. Those are the ones saved here and those that calls preserve anyway; %rbp has the guest state,
 * and %rax, %rcx, %rdx, %r11, %xmm0 and %xmm1 are VEX's scratch registers. */
#ifndef SEEP_COREGRIND_GLUE_VEX_KEPT_REGISTERS_H
#define SEEP_COREGRIND_GLUE_VEX_KEPT_REGISTERS_H

#define KEPT_VECTORS(DO)                                                                                            \
  DO("0", "3") DO("16", "4") DO("32", "5") DO("48", "6") DO("64", "7") DO("80", "8") DO("96", "9") DO("112", "10") \
  DO("128", "11") DO("144", "12")
#define SAVE_VECTOR(offset, number) "  movups %xmm" number ", " offset "(%rsp)\n"
#define RESTORE_VECTOR(offset, number) "  movups " offset "(%rsp), %xmm" number "\n"

/* The body of a function that calls the one in %rax, after the instructions `first`, and returns. On entry the stack is
 * eight bytes off alignment. */
#define CALL_AND_KEEP_REGISTERS(first) \
  "  pushq %rsi\n"                     \
  "  pushq %rdi\n"                     \
  "  pushq %r8\n"                      \
  "  pushq %r9\n"                      \
  "  pushq %r10\n"                     \
  "  subq $160, %rsp\n"                \
  KEPT_VECTORS(SAVE_VECTOR)            \
  first                                \
  "  callq *%rax\n"                    \
  KEPT_VECTORS(RESTORE_VECTOR)         \
  "  addq $160, %rsp\n"                \
  "  popq %r10\n"                      \
  "  popq %r9\n"                       \
  "  popq %r8\n"                       \
  "  popq %rdi\n"                      \
  "  popq %rsi\n"                      \
  "  retq\n"

#endif
