// SPDX-License-Identifier: GPL-2.0-or-later
// realloc() of a large block, pages of which the program has closed: the others come along, and the new block is open.
// run:
// compare: no, Memcheck ends with an internal error
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
enum { BYTES = 6 << 20, PAGE = 4096 };
static char *grown(int from, int to)
{
  char *p = malloc(BYTES);
  memset(p, 7, BYTES);
  char *page = (char *)(((uintptr_t)p + PAGE - 1) & -(uintptr_t)PAGE);
  if (mprotect(page + from * PAGE, (size_t)(to - from) * PAGE, PROT_NONE) != 0)
    abort();
  p = realloc(p, 2 * BYTES);
  memset(p + BYTES, 8, BYTES);
  return p;
}
int main(void)
{
  char *p = grown(100, 200);
  if (p[BYTES - 1] != 7 || p[0] != 7 || p[BYTES] != 8)
    abort();
  memset(p, 1, BYTES);
  free(p);
  p = grown(0, BYTES / PAGE - 1);
  if (p[BYTES - 1] != 7 || p[0] != 7 || p[BYTES] != 8)
    abort();
  memset(p, 1, BYTES);
  free(p);
}
