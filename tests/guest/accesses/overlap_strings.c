// SPDX-License-Identifier: GPL-2.0-or-later
// Functions on strings that copy say when source and destination overlap; the length is shown where there is a limit.
// build: -g -O0 -fno-builtin -U_FORTIFY_SOURCE
// run:
// expect: /Source and destination overlap in strcpy\(0x[0-9a-f]+, 0x[0-9a-f]+\)$/
// next: strcpy
// next: by main (overlap_strings.c:@strcpy)
// expect: /Source and destination overlap in stpcpy\(0x[0-9a-f]+, 0x[0-9a-f]+\)$/
// next: stpcpy
// next: by main (overlap_strings.c:@stpcpy)
// expect: /Source and destination overlap in strncpy\(0x[0-9a-f]+, 0x[0-9a-f]+, 11\)$/
// next: strncpy
// next: by main (overlap_strings.c:@strncpy)
// expect: /Source and destination overlap in stpncpy\(0x[0-9a-f]+, 0x[0-9a-f]+, 12\)$/
// next: stpncpy
// next: by main (overlap_strings.c:@stpncpy)
// expect: /Source and destination overlap in strcat\(0x[0-9a-f]+, 0x[0-9a-f]+\)$/
// next: strcat
// next: by main (overlap_strings.c:@strcat)
// expect: /Source and destination overlap in strncat\(0x[0-9a-f]+, 0x[0-9a-f]+, 13\)$/
// next: strncat
// next: by main (overlap_strings.c:@strncat)
// expect: /Source and destination overlap in wcscpy\(0x[0-9a-f]+, 0x[0-9a-f]+\)$/
// next: wcscpy
// next: by main (overlap_strings.c:@wcscpy)
// expect: ERROR SUMMARY: 7 errors from 7 contexts
#define _GNU_SOURCE
#include <string.h>
#include <wchar.h>
char buffer[100] = "..abcdefgh";
wchar_t wide[40] = L"..abcdefgh";
int main(void)
{
  strcpy(buffer, buffer + 2);       // @strcpy
  stpcpy(buffer, buffer + 1);       // @stpcpy
  strncpy(buffer, buffer + 1, 11);  // @strncpy
  stpncpy(buffer, buffer + 1, 12);  // @stpncpy
  memcpy(buffer, "abc\0defg", 9);
  strcat(buffer, buffer + 5);       // @strcat
  memcpy(buffer, "abc\0defg", 9);
  strncat(buffer, buffer + 5, 13);  // @strncat
  wcscpy(wide, wide + 2);           // @wcscpy
}
