// SPDX-License-Identifier: GPL-2.0-or-later
// An address below the stack pointer says how far.
// run:
// expect: Invalid read of size 1
// expect: is on thread 1's stack
// next: /^4000 bytes below stack pointer$/
int main(void)
{
  char found;
  __asm__ volatile("movb -4000(%%rsp), %0" : "=r"(found));
  return 0 & found;
}
