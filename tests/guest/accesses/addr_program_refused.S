// SPDX-License-Identifier: GPL-2.0-or-later
// A program that is linked where memory has no shadow, and where shadow may be: it is refused instead of run.
// build: -nostdlib -static -no-pie -Wl,-Ttext-segment=0x300000000000
// compare: no, Memcheck has its shadow elsewhere
// run:
// exit: 125
// expect: Warning: the program demands memory at 0x300000000000, where Seep has none to give, and refuses
  .globl _start
_start:
  mov $231, %eax
  mov $7, %edi
  syscall
  .section .note.GNU-stack,"",@progbits
