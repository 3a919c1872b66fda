// SPDX-License-Identifier: GPL-2.0-or-later
// A log file named by a relative path is where the program was started, wherever it goes.
// run: --log-file=report
// report: report
// expect: 1,337 bytes in 1 blocks are definitely lost
#include "lose.h"
#include <unistd.h>
int main(void)
{
  if (chdir("/"))
    return 1;
  lose(1337);
  scrub();
}
