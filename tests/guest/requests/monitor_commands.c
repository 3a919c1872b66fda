// SPDX-License-Identifier: GPL-2.0-or-later
// Commands that are not known, may mean two things, or do not exist here; what VALGRIND_MONITOR_COMMAND returns.
// run: --read-var-info=no
// stdout: known 0, unknown 1, ambiguous 0
// expect: general valgrind monitor commands:
// expect: memcheck
// expect: who_points_at <addr> [<len>]
// expect: x can match xb xtmemory
// expect: n_errs_found 1 n_errs_shown 1 (vgdb-error 999999999)
// expect: Invalid free()
// expect: is 3 bytes inside data symbol "global"
// expect: ERROR SUMMARY: 1 errors from 1 contexts
// build: -Wno-free-nonheap-object
#include "monitor.h"
#include <stdlib.h>
static char output[4096];
char global[8] = "global";
int main(void)
{
  setvbuf(stdout, output, _IOFBF, sizeof output);
  char *volatile p = global;
  free(p);
  int known = monitor("help"), unknown = monitor("nonsense"), ambiguous = monitor("x");
  monitor("v.info n_errs_found");
  monitor("v.info last_error");
  monitor("v.info location %p", (void *)(global + 3));
  printf("known %d, unknown %d, ambiguous %d\n", known, unknown, ambiguous);
}
