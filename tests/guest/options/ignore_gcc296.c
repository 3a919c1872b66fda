// SPDX-License-Identifier: GPL-2.0-or-later
// --workaround-gcc296-bugs: a kilobyte below the red zone is let pass.
// run: --workaround-gcc296-bugs=yes
// expect: Invalid read of size 4
// next: main (ignore_gcc296.c:@far)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
// run:
// expect: ERROR SUMMARY: 3 errors from 3 contexts
static volatile long seen;
#define READ_BELOW(distance) __asm__ volatile("mov -" #distance "(%%rsp),%%eax; mov %%rax,%0" : "=m"(seen) : : "rax", "memory")
int main(void)
{
  READ_BELOW(140);
  READ_BELOW(1152);
  READ_BELOW(1153); // @far
  return 0;
}
