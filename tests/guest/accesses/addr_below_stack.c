// SPDX-License-Identifier: GPL-2.0-or-later
// Memory below the stack pointer and its red zone belongs to nobody.
// run:
// expect: Invalid read of size 4
// next: at main (addr_below_stack.c:@read)
// next: is on thread 1's stack
// next: /^1000 bytes below stack pointer$/
// expect: Invalid write of size 4
// next: at main (addr_below_stack.c:@write)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
int main(void)
{
  __asm__ volatile("movl -1000(%%rsp), %%eax" : : : "rax"); // @read
  __asm__ volatile("movl %%eax, -1000(%%rsp)" : : : "memory"); // @write
}
