// SPDX-License-Identifier: GPL-2.0-or-later
// A program asks who runs it: newer headers of Valgrind have requests for that, which newer cores answer.
// needs: seep
// compare: no, the installed core does not know the requests
// run: -q --error-exitcode=9
// stdout: malloc 1, name 9: memcheck, memc, [][]
#include <stdio.h>
#include <valgrind/valgrind.h>
enum { REPLACES_MALLOC = 0x1003, GET_TOOLNAME = 0x1004 };
static unsigned long name(char *buffer, unsigned long bytes)
{
  return VALGRIND_DO_CLIENT_REQUEST_EXPR(0, GET_TOOLNAME, buffer, bytes, 0, 0, 0);
}
int main(void)
{
  char whole[32], cut[5], empty[1], untouched[1] = "";
  unsigned long bytes = name(whole, sizeof whole);
  name(cut, sizeof cut);
  name(empty, sizeof empty);
  name(untouched, 0);
  name(NULL, 32);
  printf("malloc %lu, name %lu: %s, %s, [%s][%s]\n",
         (unsigned long)VALGRIND_DO_CLIENT_REQUEST_EXPR(0, REPLACES_MALLOC, 0, 0, 0, 0, 0), bytes, whole, cut, empty,
         untouched);
}
