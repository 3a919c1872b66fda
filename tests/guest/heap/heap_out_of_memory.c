// SPDX-License-Identifier: GPL-2.0-or-later
// A request that cannot be had returns NULL, and the program goes on.
// run:
// stdout: refused
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
  volatile size_t size = (size_t)1 << 46;
  void *volatile p = malloc(size);
  puts(p ? "allocated" : "refused");
}
