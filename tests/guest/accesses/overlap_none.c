// SPDX-License-Identifier: GPL-2.0-or-later
// Neighbours do not overlap, empty ranges neither, and memmove and bcopy may have it.
// build: -g -O0 -fno-builtin -U_FORTIFY_SOURCE
// run:
// stdout: abcdabcdefgh
// reject: Source and destination
// expect: ERROR SUMMARY: 0 errors
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>
char buffer[100];
wchar_t wide[40] = L"abc";
int main(void)
{
  memcpy(buffer + 50, buffer + 30, 20);
  memcpy(buffer + 10, buffer + 30, 20);
  memcpy(buffer + 10, buffer + 10, 0);
  mempcpy(buffer + 50, buffer + 30, 20);
  strcpy(buffer, "abcdefgh");
  strcpy(buffer + 9, buffer);
  stpcpy(buffer + 9, buffer);
  strncpy(buffer + 9, buffer, 20);
  memset(buffer + 9, 0, 20);
  strcat(buffer + 9, buffer);
  strncat(buffer + 9, buffer, 3);
  strncpy(buffer + 4, buffer, 4);
  wcscpy(wide + 4, wide);
  strcpy(buffer, "abcdefgh");
  bcopy(buffer, buffer + 2, 9);
  memmove(buffer + 4, buffer + 2, 9);
  memcpy(buffer, "abcd", 4);
  puts(buffer);
}
