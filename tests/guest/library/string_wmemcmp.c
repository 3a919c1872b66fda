// SPDX-License-Identifier: GPL-2.0-or-later
// wmemcmp reads whole vectors in glibc; replaced, it reads no more than it is given, and not past a difference's block.
// build: -g -O1 -fno-builtin -U_FORTIFY_SOURCE
// needs: seep
// compare: no, Memcheck gives false alarms here: it does not replace wmemcmp
// run:
// stdout: 0 wrong
// reject: Invalid
// reject: uninitialised
// expect: ERROR SUMMARY: 0 errors
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

int main(void)
{
  unsigned wrong = 0;
  for (size_t length = 1; length < 70; length++) {
    wchar_t *a = malloc(length * sizeof *a), *b = malloc(length * sizeof *b);
    for (size_t i = 0; i < length; i++)
      a[i] = b[i] = (wchar_t)(i * 3);
    wrong += wmemcmp(a, b, length) != 0;
    b[length - 1] = -1;
    wrong += wmemcmp(a, b, length) <= 0 || wmemcmp(b, a, length) >= 0;
    wrong += wmemcmp(a, b, length - 1) != 0;
    free(a);
    free(b);
  }
  printf("%u wrong\n", wrong);
}
