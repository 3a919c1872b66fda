// SPDX-License-Identifier: GPL-2.0-or-later
// A thread-local variable that is loaded between a comparison and what reads its flags, while %rcx points to something else.
// run:
// expect: Conditional jump or move depends on uninitialised value
// next: at main (cond_thread_local.c:@here)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <valgrind/memcheck.h>
static __thread int number;
static NOINLINE int load(const char *defined)
{
  int ret;
  unsigned char is_equal;
  __asm__ volatile("cmp %%rcx, %%rcx; movl %%fs:number@tpoff, %0; sete %1" : "=&r"(ret), "=q"(is_equal) : "c"(defined) : "cc");
  DECIDE(is_equal);
  return ret;
}
int main(void)
{
  DECIDE(load("defined"));
  VALGRIND_MAKE_MEM_UNDEFINED(&number, sizeof number);
  sink = sink + 1;
  DECIDE(load("defined")); // @here
}
