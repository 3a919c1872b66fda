// SPDX-License-Identifier: GPL-2.0-or-later
// Loses 1,337 bytes and exits with the status given; the scripts run it.
#include "guest.h"
#include <stdlib.h>
static NOINLINE void lose(void)
{
  void *volatile p = malloc(1337);
  p = NULL;
}
int main(int count, char **arguments)
{
  lose();
  scrub();
  return count > 1 ? atoi(arguments[1]) : 0;
}
