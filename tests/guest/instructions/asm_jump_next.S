// SPDX-License-Identifier: GPL-2.0-or-later
// What an instruction does that a jump or call to the very next one leads to is reported there, and not at the jump.
// compare: no (Memcheck tells it at the jump)
// run:
// expect: Invalid read of size 1
// next: at main (asm_jump_next.S:@SHORT)
// expect: Invalid read of size 1
// next: at main (asm_jump_next.S:@LONG)
// expect: Invalid read of size 1
// next: at main (asm_jump_next.S:@CALL)
        .globl  main
        .type   main, @function
main:
        push    %rbx
        mov     $1337, %edi
        call    malloc@PLT
        mov     %rax, %rbx
        mov     %rax, %rdi
        call    free@PLT
        jmp     1f
1:      movb    1(%rbx), %cl    // @SHORT
        test    %cl, %cl
        .byte   0xe9, 0, 0, 0, 0
        movb    2(%rbx), %dl    // @LONG
        test    %dl, %dl
        call    2f
2:      movb    3(%rbx), %al    // @CALL
        pop     %rcx
        xor     %eax, %eax
        pop     %rbx
        ret
        .size   main, . - main
        .section .note.GNU-stack, "", @progbits
