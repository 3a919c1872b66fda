// SPDX-License-Identifier: GPL-2.0-or-later
// A calloc whose product overflows fails and allocates nothing.
// run:
// stdout: refused
// reject: in use at exit: 1
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
  volatile size_t count = SIZE_MAX / 2;
  void *volatile p = calloc(count, 3);
  puts(p ? "allocated" : "refused");
}
