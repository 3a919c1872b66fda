// SPDX-License-Identifier: GPL-2.0-or-later
// An access that reaches over the near end of the range is reported.
// run: --ignore-range-below-sp=512-256
// expect: Invalid read of size 8
// next: main (ignore_below_sp_edge.c:@edge)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
static volatile long seen;
#define READ_BELOW(distance) __asm__ volatile("mov -" #distance "(%%rsp),%%rax; mov %%rax,%0" : "=m"(seen) : : "rax", "memory")
int main(void)
{
  READ_BELOW(263);
  READ_BELOW(262); // @edge
  return 0;
}
