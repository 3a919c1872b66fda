// SPDX-License-Identifier: GPL-2.0-or-later
// A call that only fetches the instruction pointer, and a return by jump: no frame is made up.
// build: -nostdlib -static -no-pie
// run:
// exit: 0
// expect: ERROR SUMMARY: 0 errors from 0 contexts
        .globl  _start
        .type   _start, @function
_start:
        call    1f
1:      pop     %rbx
        lea     (2f - 1b)(%rbx), %rax
        jmp     *%rax
        ud2
2:      lea     3f(%rip), %rax
        push    %rax
        ret
        ud2
3:      mov     $60, %eax
        xor     %edi, %edi
        syscall
        .size   _start, . - _start
        .section .note.GNU-stack, "", @progbits
