// SPDX-License-Identifier: GPL-2.0-or-later
// Programs that a shell script starts are followed through it.
// run: --trace-children=yes
// expect: 1,001 bytes in 1 blocks are definitely lost
#include "guest.h"
#include <stdlib.h>
#include <unistd.h>
static NOINLINE void lose(void)
{
  void *volatile p = malloc(1001);
  p = NULL;
}
int main(int count, char **arguments)
{
  if (count == 1) {
    setenv("SELF", arguments[0], 1);
    execl("/bin/sh", "sh", "-c", "\"$SELF\" second; exit 0", NULL);
    return 1;
  }
  lose();
  scrub();
}
