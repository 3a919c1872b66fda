// SPDX-License-Identifier: GPL-2.0-or-later
// What _FORTIFY_SOURCE makes of memcpy says so too, by its own name.
// build: -g -O2 -D_FORTIFY_SOURCE=2
// run:
// expect: /Source and destination overlap in memcpy_chk\(0x[0-9a-f]+, 0x[0-9a-f]+, 20\)/
// next: __memcpy_chk
// next: by memcpy (string_fortified.h:
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <string.h>
char buffer[100];
int main(void)
{
  volatile size_t bytes = 20;
  memcpy(buffer + 50, buffer + 31, bytes);
}
