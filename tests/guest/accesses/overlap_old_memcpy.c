// SPDX-License-Identifier: GPL-2.0-or-later
// The memcpy of programs linked before glibc 2.14 copies like memmove: nothing to complain of.
// build: -g -O0 -fno-builtin -U_FORTIFY_SOURCE
// run:
// stdout: ababcdef
// reject: Source and destination
// expect: ERROR SUMMARY: 0 errors
#include <stdio.h>
#include <string.h>
__asm__(".symver memcpy, memcpy@GLIBC_2.2.5");
char buffer[100] = "abcdef";
int main(void)
{
  memcpy(buffer + 2, buffer, 7);
  puts(buffer);
}
