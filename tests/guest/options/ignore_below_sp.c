// SPDX-License-Identifier: GPL-2.0-or-later
// --ignore-range-below-sp: accesses that lie wholly within these distances below the stack pointer are not reported.
// run: --ignore-range-below-sp=512-256
// expect: Invalid read of size 4
// next: main (ignore_below_sp.c:@near)
// expect: Invalid read of size 4
// next: main (ignore_below_sp.c:@far)
// expect: Invalid read of size 8
// next: main (ignore_below_sp.c:@edge)
// expect: ERROR SUMMARY: 3 errors from 3 contexts
// run:
// expect: ERROR SUMMARY: 6 errors from 6 contexts
static volatile long seen;
#define READ_BELOW(distance, into) \
  __asm__ volatile("mov -" #distance "(%%rsp)," into "; mov %%rax,%0" : "=m"(seen) : : "rax", "memory")
int main(void)
{
  READ_BELOW(200, "%%eax"); // @near
  READ_BELOW(300, "%%eax");
  READ_BELOW(512, "%%eax");
  READ_BELOW(516, "%%eax"); // @far
  READ_BELOW(263, "%%rax");
  READ_BELOW(262, "%%rax"); // @edge
  return 0;
}
