// SPDX-License-Identifier: GPL-2.0-or-later
// --exit-on-first-error ends the run at the first lost blocks that are shown, whether they count as an error or not; at
// exit, or where the program asks for a check.
// run: --exit-on-first-error=yes --error-exitcode=9 --leak-check=full
// exit: 9
// stdout: went on
// expect: 1,337 bytes in 1 blocks are definitely lost in loss record 2 of 3
// expect: Exit program on first error (--exit-on-first-error=yes)
// reject: 4,242 bytes in 1 blocks
// reject: LEAK SUMMARY
// reject: ERROR SUMMARY
// run: -q --exit-on-first-error=yes --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=none -- asked
// exit: 9
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: Exit program on first error
// reject: 4,242 bytes in 1 blocks
// run: --exit-on-first-error=yes --error-exitcode=9 --leak-check=full --show-leak-kinds=none
// exit: 9
// stdout: went on
// reject: Exit program on first error
// expect: ERROR SUMMARY: 2 errors from 2 contexts
// run: --exit-on-first-error=yes --error-exitcode=9 --leak-check=full --xml=yes --xml-file=report.xml
// report: report.xml
// exit: 9
// stdout: went on
// expect: <leakedbytes>1337</leakedbytes>
// reject: <leakedbytes>4242</leakedbytes>
#include "lose.h"
#include <stdio.h>
#include <valgrind/memcheck.h>
static void *volatile kept;
int main(int count, char **unused)
{
  lose(1337);
  lose(4242);
  kept = malloc(7);
  scrub();
  if (count > 1)
    VALGRIND_DO_LEAK_CHECK;
  puts("went on");
}
