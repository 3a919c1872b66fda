// SPDX-License-Identifier: GPL-2.0-or-later
// An overflow that _FORTIFY_SOURCE finds is reported with its stack, and ends the program as it would without a checker.
// build: -g -O1 -D_FORTIFY_SOURCE=2 -w
// needs: seep
// compare: no, Memcheck lets the program exit with 1
// run: -- memcpy
// exit: SIGABRT
// expect: *** memcpy_chk: buffer overflow detected ***: program terminated
// expect: __memcpy_chk
// expect: main (string_fortified.c:@memcpy)
// reject: Invalid
// run: -- memset
// exit: SIGABRT
// expect: *** memset_chk: buffer overflow detected ***: program terminated
// run: -- strcpy
// exit: SIGABRT
// expect: *** strcpy_chk: buffer overflow detected ***: program terminated
// run: -- fine
// stdout: 0123456789
// expect: ERROR SUMMARY: 0 errors
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

char room[11];

int main(int argc, char **argv)
{
  volatile size_t bytes = strcmp(argv[1], "fine") == 0 ? 10 : 12;
  if (strcmp(argv[1], "memcpy") == 0)
    memcpy(room, "0123456789abcdef", bytes); // @memcpy
  else if (strcmp(argv[1], "memset") == 0)
    memset(room, 'x', bytes);
  else if (strcmp(argv[1], "strcpy") == 0)
    strcpy(room, argc > 1 ? "0123456789abcdef" + 16 - bytes : "");
  else {
    mempcpy(room, "0123456789abcdef", bytes);
    memmove(room, room, bytes);
    char *end = stpcpy(room, "0123456789" + (argc > 9));
    puts(end == room + 10 ? room : "wrong");
  }
}
