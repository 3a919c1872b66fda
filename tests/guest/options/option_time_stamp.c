// SPDX-License-Identifier: GPL-2.0-or-later
// --time-stamp=yes puts the time since the start on each line.
// run: --time-stamp=yes
// report: stderr
// expect: /^==00:00:00:\d\d\.\d\d\d \d+== HEAP SUMMARY/
#include <stdlib.h>
int main(void)
{
  free(malloc(1337));
}
