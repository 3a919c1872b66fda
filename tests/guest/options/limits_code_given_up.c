// SPDX-License-Identifier: GPL-2.0-or-later
// What limits_code.sh runs: with an argument it gives up memory for code, and then calls what has not been translated before. Exit
// status 77 where the kernel does not know that.
// run:
// expect: ERROR SUMMARY: 0 errors
#include <stdlib.h>
#include <sys/prctl.h>

enum { SET_MDWE = 65, REFUSE_EXEC_GAIN = 1, BYTES = 1337 };

static int compare(const void *a, const void *b)
{
  return *(const char *)a - *(const char *)b;
}

int main(int argc, char **argv)
{
  (void)argv;
  if (argc > 1 && prctl(SET_MDWE, REFUSE_EXEC_GAIN, 0, 0, 0) != 0)
    return 77;
  char *bytes = calloc(BYTES, 1);
  qsort(bytes, BYTES, 1, compare);
  free(bytes);
  return 0;
}
