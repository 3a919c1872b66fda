// SPDX-License-Identifier: GPL-2.0-or-later
// -q prints errors only: a program without any says nothing at all; with some they and the loss are shown.
// run: -q -- clean
// reject: /./
// run: -q
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (option_quiet.c:@branch)
// expect: 1,337 bytes in 1 blocks are definitely lost
// reject: HEAP SUMMARY
// reject: ERROR SUMMARY
// reject: Command:
#include "lose.h"
#include "undefined.h"

int main(int count, char **arguments)
{
  if (count == 1) {
    int *p = malloc(4);
    DECIDE(*p); // @branch
    free(p);
    lose(1337);
  }
  scrub();
}
