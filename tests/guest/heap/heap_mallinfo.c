// SPDX-License-Identifier: GPL-2.0-or-later
// mallinfo() tells what the program's blocks take: not much more than it has asked for, and nearly nothing when all are freed.
// build: -Wno-deprecated-declarations
// run:
// stdout: live: 177,120 bytes and at most a sixteenth more
// stdout: freed: at most a sixteenth
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
enum { BLOCKS = 120, BYTES = 1476 };
static const char *verdict(int used, int wanted)
{
  return used >= wanted && used <= wanted + BLOCKS * BYTES / 16 ? "" : "not so: ";
}
int main(void)
{
  static void *blocks[BLOCKS];
  for (int i = 0; i < BLOCKS; i++)
    blocks[i] = malloc(BYTES + i % 2 * 16 - 8);
  int used = mallinfo().uordblks;
  for (int i = 0; i < BLOCKS; i++)
    free(blocks[i]);
  int left = mallinfo().uordblks;
  printf("%slive: 177,120 bytes and at most a sixteenth more\n", verdict(used, BLOCKS * BYTES));
  printf("%sfreed: at most a sixteenth\n", verdict(left, 0));
}
