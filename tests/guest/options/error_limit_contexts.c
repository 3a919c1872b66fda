// SPDX-License-Identifier: GPL-2.0-or-later
// After 100 errors two frames tell errors apart, after 1000 no more are shown.
// build: -Wno-free-nonheap-object
// run:
// expect: More than 100 errors detected.  Subsequent errors
// next: will still be recorded, but in less detail than before.
// expect: More than 1000 different errors detected.  I'm not reporting any more.
// next: Final error counts will be inaccurate.  Go fix your program!
// next: Rerun with --error-limit=no to disable this cutoff.  Note
// next: that errors may occur in your program without prior warning from
// expect: ERROR SUMMARY: 1000 errors from 1000 contexts (suppressed: 0 from 0)
// run: --error-limit=no
// reject: I'm not reporting any more
// expect: ERROR SUMMARY: 1100 errors from 1100 contexts (suppressed: 0 from 0)
#include <stdlib.h>
#define TEN(do) do do do do do do do do do do
int main(void)
{
  void *volatile p = (void *)0x539;
  TEN(TEN(TEN(free(p);)))
  TEN(TEN(free(p);))
}
