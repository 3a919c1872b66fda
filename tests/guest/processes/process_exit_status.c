// SPDX-License-Identifier: GPL-2.0-or-later
// The program's exit status is Seep's own, also when it leaks; --error-exitcode replaces it when errors were found.
// run: -- 0
// exit: 0
// run: -- 42
// exit: 42
// run: --error-exitcode=99 -- 42
// exit: 99
// run: --error-exitcode=99 -- 42 clean
// exit: 42
#include "lose.h"
int main(int count, char **arguments)
{
  if (count < 3)
    lose(1337);
  scrub();
  return atoi(arguments[1]);
}
