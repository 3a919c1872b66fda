// SPDX-License-Identifier: GPL-2.0-or-later
// --errors-for-leak-kinds says which records are errors, apart from which are shown.
// run: --errors-for-leak-kinds=reachable --error-exitcode=9
// exit: 9
// expect: ERROR SUMMARY: 1 errors from 1 contexts
// run: --errors-for-leak-kinds=none --error-exitcode=9
// exit: 0
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// run: --errors-for-leak-kinds=all --show-leak-kinds=none --error-exitcode=9
// exit: 9
// reject: in loss record
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include "lose.h"
void *kept;
int main(void)
{
  kept = malloc(1001);
  lose(1337);
  scrub();
}
