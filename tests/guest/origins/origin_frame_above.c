// SPDX-License-Identifier: GPL-2.0-or-later
// Frames of all sizes keep an undefined value of the heap while they call; when they have returned, others lie there,
// with a variable
// that nobody has set: that is one of theirs.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at kept_32
// expect: Uninitialised value was created by a heap allocation
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at fresh_24
// expect: Uninitialised value was created by a stack allocation
// next: at fresh_24
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at fresh_40
// expect: Uninitialised value was created by a stack allocation
// next: at fresh_40
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at fresh_104
// expect: Uninitialised value was created by a stack allocation
// next: at fresh_104
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at fresh_232
// expect: Uninitialised value was created by a stack allocation
// next: at fresh_232
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at fresh_488
// expect: Uninitialised value was created by a stack allocation
// next: at fresh_488
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at fresh_1000
// expect: Uninitialised value was created by a stack allocation
// next: at fresh_1000
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at framed_72
// expect: Uninitialised value was created by a stack allocation
// next: at framed_72
// expect: ERROR SUMMARY: 8 errors from 8 contexts
#include "undefined.h"
#define FUNCTION(name, body) ".type " name ", @function\n" name ":\n" body ".size " name ", . - " name "\n"
#define DECIDES(place) "  cmpl $0, " place "\n  je 1f\n  nop\n1:\n"
// The value lies just above the frames of what is called: all that these give up ends there.
#define HOLDS(bytes, then) \
  FUNCTION("holds_" bytes, "  subq $" bytes ", %rsp\n  movl (%rdi), %eax\n  movl %eax, (%rsp)\n  xorl %eax, %eax\n" \
           "  call leaf\n  call leaf\n" then "  addq $" bytes ", %rsp\n  ret\n")
#define FRESH(bytes) \
  FUNCTION("fresh_" bytes, "  subq $" bytes ", %rsp\n  call leaf\n" DECIDES("(%rsp)") "  addq $" bytes ", %rsp\n  ret\n")
#define PAIR(bytes) HOLDS(bytes, "") FRESH(bytes)
__asm__(FUNCTION("leaf", "  ret\n")
        FUNCTION("kept_32", "  subq $32, %rsp\n  movl (%rdi), %eax\n  movl %eax, 8(%rsp)\n  xorl %eax, %eax\n  call leaf\n" DECIDES("8(%rsp)")
                 "  addq $32, %rsp\n  ret\n")
        PAIR("24") PAIR("40") PAIR("104") PAIR("232") PAIR("488") PAIR("1000")
        FUNCTION("keeps_72", "  pushq %rbp\n  movq %rsp, %rbp\n  subq $72, %rsp\n  movl (%rdi), %eax\n  movl %eax, (%rsp)\n  xorl %eax, %eax\n"
                 "  call leaf\n  subq $64, %rsp\n  leave\n  ret\n")
        FUNCTION("framed_72", "  pushq %rbp\n  movq %rsp, %rbp\n  subq $72, %rsp\n  call leaf\n" DECIDES("(%rsp)") "  leave\n  ret\n"));
#define DECLARED(bytes) void holds_##bytes(int *), fresh_##bytes(int *);
void kept_32(int *), keeps_72(int *), framed_72(int *);
DECLARED(24) DECLARED(40) DECLARED(104) DECLARED(232) DECLARED(488) DECLARED(1000)
#define IN_TURN(bytes) (holds_##bytes(value), fresh_##bytes(value))
int main(void)
{
  int *const value = undefined(sizeof *value);
  kept_32(value);
  IN_TURN(24);
  IN_TURN(40);
  IN_TURN(104);
  IN_TURN(232);
  IN_TURN(488);
  IN_TURN(1000);
  keeps_72(value);
  framed_72(value);
}
