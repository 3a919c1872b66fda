// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks: a program may close pages of its blocks, have the system forget what they hold, and free them so. It
// does not notice that somebody looks around them.
// compare: no, it is Seep's own
// run: --checks=leaks
// stdout: closed
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096 };

static char *kept[3];

/* All pages that lie wholly in the block, or also those that it shares with nobody. */
static char *make(size_t alignment, size_t bytes, int how)
{
  char *block = aligned_alloc(alignment, bytes);
  memset(block, 1, bytes);
  char *start = (char *)(((size_t)block + PAGE - 1) & ~(size_t)(PAGE - 1));
  const size_t whole = (size_t)(block + bytes - start) / PAGE * PAGE;
  if (how == MADV_DONTNEED)
    madvise(start, whole, how);
  else
    mprotect(start, whole, how);
  return block;
}

int main(void)
{
  free(make(16, 300000, PROT_NONE));
  free(make(4096, 4000000, PROT_NONE));
  free(make(4096, 4 * PAGE, MADV_DONTNEED));
  kept[0] = make(16, 300000, PROT_NONE);
  kept[1] = make(4096, 8 * PAGE, PROT_NONE);
  kept[2] = make(4096, 500000, MADV_DONTNEED);
  puts("closed");
  return 0;
}
