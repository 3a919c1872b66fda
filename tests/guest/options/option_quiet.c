// SPDX-License-Identifier: GPL-2.0-or-later
// -q prints errors only: a program without any says nothing at all; with one just the loss is shown.
// run: -q -- clean
// reject: /./
// run: -q
// expect: 1,337 bytes in 1 blocks are definitely lost
// reject: HEAP SUMMARY
// reject: ERROR SUMMARY
// reject: Command:
#include "lose.h"
int main(int count, char **arguments)
{
  if (count == 1)
    lose(1337);
  scrub();
}
