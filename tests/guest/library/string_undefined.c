// SPDX-License-Identifier: GPL-2.0-or-later
// What a function on strings decides on must be defined; what it only copies need not be.
// build: -g -O0 -fno-builtin -U_FORTIFY_SOURCE
// run: -- length
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at strlen
// next: by main (string_undefined.c:@strlen)
// run: -- find
// expect: Conditional jump or move depends on uninitialised value(s)
// next: /at (index|strchr)/
// next: by main (string_undefined.c:@strchr)
// run: -- compare
// expect: Conditional jump or move depends on uninitialised value(s)
// next: /at (bcmp|memcmp)/
// next: by main (string_undefined.c:@memcmp)
// run: -- case
// expect: Use of uninitialised value of size 8
// expect: by main (string_undefined.c:@strcasecmp)
// run: -- bytes
// expect: Conditional jump or move depends on uninitialised value(s)
// next: /at mem(cpy|move|set)/
// next: by main (string_undefined.c:@size)
// run: -- environment
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at setenv
// next: by main (string_undefined.c:@setenv)
// run: -- wide
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at wcslen
// next: by main (string_undefined.c:@wcslen)
// run: -- copy
// reject: uninitialised
// expect: ERROR SUMMARY: 0 errors
// run: -- copied
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (string_undefined.c:@copied)
// run: -- filled
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (string_undefined.c:@filled)
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>

volatile size_t result;
static char copy[2000];

int main(int argc, char **argv)
{
  char *what = argv[1], *block = malloc(2000), *other = malloc(2000);
  block[1999] = other[1999] = '\0';
  wchar_t *wide = (wchar_t *)other;
  wide[499] = 0;
  if (strcmp(what, "length") == 0) {
    result = strlen(block); // @strlen
  } else if (strcmp(what, "find") == 0) {
    result = strchr(block, 'x') != NULL; // @strchr
  } else if (strcmp(what, "compare") == 0) {
    result = memcmp(block, copy, 1) == 0; // @memcmp
  } else if (strcmp(what, "case") == 0) {
    result = strcasecmp(block, copy) == 0; // @strcasecmp
  } else if (strcmp(what, "bytes") == 0) {
    memset(copy, 0, block[7] & 1); // @size
  } else if (strcmp(what, "environment") == 0) {
    block[9] = '\0';
    setenv("SEEP_TEST", block, 1); // @setenv
  } else if (strcmp(what, "wide") == 0) {
    result = wcslen(wide); // @wcslen
  } else if (strcmp(what, "copy") == 0) {
    memcpy(other, block, 1999);
    memmove(other + 1, other, 1998);
    mempcpy(copy, other, 1998);
    memset(copy, 0, sizeof copy);
    if (copy[55])
      result = 1;
  } else if (strcmp(what, "copied") == 0) {
    memset(block, 0, 700);
    memset(block + 701, 0, 700);
    memmove(block + 1, block, 1400);
    memcpy(copy, block, 1400);
    if (copy[700] || copy[702])
      result = 1;
    if (copy[701]) // @copied
      result = 2;
  } else if (strcmp(what, "filled") == 0) {
    memset(copy, block[3], 1000);
    if (copy[999]) // @filled
      result = 1;
  }
  free(block);
  free(other);
}
