// SPDX-License-Identifier: GPL-2.0-or-later
// reallocarray multiplies, and refuses a product that overflows without touching the block.
// run: --show-leak-kinds=reachable
// stdout: overflow refused
// expect: 1,337 bytes in 1 blocks are still reachable
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
void *kept;
int main(void)
{
  kept = reallocarray(NULL, 7, 191);
  volatile size_t huge = SIZE_MAX / 4;
  puts(reallocarray(kept, huge, 8) ? "overflow missed" : "overflow refused");
}
