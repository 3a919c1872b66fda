// SPDX-License-Identifier: GPL-2.0-or-later
// A program without libc: its stack holds arguments and environment, its first stack frame is all there is.
// build: -nostdlib -static -no-pie -Wl,-e,begin
// run: --track-origins=yes
// exit: 7
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at begin (asm_start.S:@branch)
// expect: Uninitialised value was created by a stack allocation
// next: at begin (asm_start.S:@moved)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
        .globl  begin
        .type   begin, @function
begin:
        cmpq    $1, (%rsp)
        jne     2f
        sub     $1024, %rsp // @moved
        testl   $1, (%rsp)
        jz      1f // @branch
        nop
1:      mov     $60, %eax
        mov     $7, %edi
        syscall
2:      ud2
        .data
        .quad   7
        .text
        .size   begin, . - begin
        .section .note.GNU-stack, "", @progbits
