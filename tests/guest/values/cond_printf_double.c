// SPDX-License-Identifier: GPL-2.0-or-later
// An undefined double that is printed makes one report for each line that prints it; Memcheck's personality keeps all.
// compare: no (Memcheck reports each branch of printf)
// run:
// only: seep
// expect: Conditional jump or move depends on uninitialised value(s)
// expect: by show (cond_printf_double.c:@SHOW)
// next: by main (cond_printf_double.c:@FIRST)
// next: Uninitialised value was created by a heap allocation
// expect: Conditional jump or move depends on uninitialised value(s)
// expect: by main (cond_printf_double.c:@OTHER)
// expect: Not shown, as an error of the same origin and from the same line was:
// next: /\d+ errors in \d+ places: Finding [0-9a-f]{16}, show \(cond_printf_double\.c:@SHOW\)/
// expect: /ERROR SUMMARY: \d\d+ errors from 2 contexts/
// run: --track-origins=no
// only: seep
// expect: /ERROR SUMMARY: \d\d+ errors from ([3-9]|\d\d+) contexts/
// reject: Not shown
// run: --personality=memcheck --track-origins=yes
// only: seep
// expect: /ERROR SUMMARY: \d\d+ errors from ([3-9]|\d\d+) contexts/
// reject: Not shown
#include "guest.h"
#include <stdio.h>
#include <stdlib.h>
static char text[400];
static NOINLINE void show(double *number)
{
  snprintf(text, sizeof text, "%f", *number); // @SHOW
}
int main(void)
{
  double *number = malloc(8);
  show(number); // @FIRST
  snprintf(text, sizeof text, "%g", *number); // @OTHER
  free(number);
}
