// SPDX-License-Identifier: GPL-2.0-or-later
// With _FORTIFY_SOURCE memmove and memcpy are one function in glibc, so an overlap is no mistake there. That of mempcpy is.
// build: -g -O2 -D_FORTIFY_SOURCE=2
// run:
// reject: memcpy_chk
// reject: memmove
// expect: /Source and destination overlap in mempcpy_chk\(0x[0-9a-f]+, 0x[0-9a-f]+, 20\)/
// next: __mempcpy_chk
// next: by mempcpy (string_fortified.h:
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#define _GNU_SOURCE
#include <string.h>
char buffer[100], other[100], *volatile end;
int main(void)
{
  volatile size_t bytes = 20;
  memcpy(other, buffer, bytes);
  memmove(buffer + 50, buffer + 31, bytes);
  memmove(buffer + 31, buffer + 50, bytes);
  end = mempcpy(buffer + 50, buffer + 31, bytes);
}
