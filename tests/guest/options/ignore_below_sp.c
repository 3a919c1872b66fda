// SPDX-License-Identifier: GPL-2.0-or-later
// --ignore-range-below-sp: accesses that lie wholly within these distances below the stack pointer.
// run: --ignore-range-below-sp=512-256
// expect: Invalid read of size 4
// next: main (ignore_below_sp.c:@near)
// expect: Invalid read of size 4
// next: main (ignore_below_sp.c:@far)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
// run:
// expect: ERROR SUMMARY: 4 errors from 4 contexts
static volatile long seen;
#define READ_BELOW(distance) __asm__ volatile("mov -" #distance "(%%rsp),%%eax; mov %%rax,%0" : "=m"(seen) : : "rax", "memory")
int main(void)
{
  READ_BELOW(200); // @near
  READ_BELOW(300);
  READ_BELOW(512);
  READ_BELOW(516); // @far
  return 0;
}
