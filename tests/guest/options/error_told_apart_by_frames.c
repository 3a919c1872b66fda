// SPDX-License-Identifier: GPL-2.0-or-later
// The four innermost frames tell errors apart: which caller further out does not matter, --num-callers can only lower it.
// build: -Wno-free-nonheap-object
// run:
// expect: ERROR SUMMARY: 6 errors from 2 contexts (suppressed: 0 from 0)
// run: --num-callers=2
// expect: at free
// next: by fourth
// reject: by third
// expect: ERROR SUMMARY: 6 errors from 1 contexts (suppressed: 0 from 0)
#include <stdlib.h>
#include "guest.h"
static NOINLINE void fourth(void)
{
  void *volatile p = (void *)0x539;
  free(p);
  scrub();
}
static NOINLINE void third(void)
{
  fourth();
  scrub();
}
static NOINLINE void second(void)
{
  third();
  scrub();
}
int main(void)
{
  second();
  second();
  second();
  second();
  for (int i = 0; i < 2; i++)
    third();
  scrub();
}
