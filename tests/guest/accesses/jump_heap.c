// SPDX-License-Identifier: GPL-2.0-or-later
// Code in a heap block runs, as it does under Valgrind: its heap is executable.
// run:
// reject: Jump to the invalid address
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <stdlib.h>
#include <string.h>
int main(void)
{
  char *block = malloc(64);
  memset(block, 0xc3, 64);
  ((void (*)(void))(void *)block)();
  free(block);
}
