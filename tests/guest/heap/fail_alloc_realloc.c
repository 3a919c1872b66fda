// SPDX-License-Identifier: GPL-2.0-or-later
// A realloc that fails leaves the block as it was; a line of the source names it.
// compare: no, Memcheck has no such option
// run: --fail-alloc=fail_alloc_realloc.c:16
// stdout: kept
// expect: An allocation of 2,674 bytes fails, as --fail-alloc=fail_alloc_realloc.c:16 asks for:
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
  char *block = calloc(1, 1337);
  strcpy(block, "kept");
  char *larger = realloc(block, 2674);
  puts(larger ? "moved" : block);
  free(larger ? larger : block);
}
