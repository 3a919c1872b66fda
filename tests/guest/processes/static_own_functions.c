// SPDX-License-Identifier: GPL-2.0-or-later
// Functions of a static program that are merely called like some of the C library's are left alone: local ones, and global ones
// with names that are not the C library's alone. A variable by the name of a function is none.
// needs: seep
// compare: no, Memcheck replaces nothing in static programs
// build: -g -O0 -fno-builtin -static
// run:
// stdout: 1337 42 7
// expect: 5 bytes in 1 blocks are definitely lost
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <stdio.h>
void *malloc(unsigned long);
static int calls, pvalloc = 7;
int index(int a, int b)
{
  return a + b;
}
static int strnlen(int a)
{
  calls++;
  return a;
}
int main(void)
{
  void *volatile lost = malloc(5);
  lost = 0;
  int length = strnlen(42);
  printf("%d %d %d\n", index(1300, 37), length, pvalloc + calls - 1);
  return 0;
}
