// SPDX-License-Identifier: GPL-2.0-or-later
// --leak-check=summary counts without records, --leak-check=no does not look at all.
// run: --leak-check=summary
// reject: are definitely lost in loss record
// expect: definitely lost: 1,337 bytes in 1 blocks
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// run: --leak-check=no
// reject: LEAK SUMMARY
// expect: in use at exit: 1,337 bytes in 1 blocks
#include "lose.h"
int main(void)
{
  lose(1337);
  scrub();
}
