// SPDX-License-Identifier: GPL-2.0-or-later
// malloc'd memory is undefined, calloc'd is not.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (cond_heap.c:@malloc)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  int *made = malloc(1337), *cleared = calloc(1, 1337);
  DECIDE(cleared[100]);
  DECIDE(made[100]); // @malloc
  free(made);
  free(cleared);
}
