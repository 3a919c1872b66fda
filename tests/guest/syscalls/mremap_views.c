// SPDX-License-Identifier: GPL-2.0-or-later
// mremap() as the kernel does it: a second view of shared memory, what leaves its mapping behind, what shrinks over two mappings, and
// huge mappings, which take no time.
// run:
// limit: 30
// stdout: view 4 5
// stdout: private view: EINVAL
// stdout: view in place: ENOMEM
// stdout: left 0 7
// stdout: left at 7
// stdout: left shared 4 4
// stdout: left smaller: EINVAL
// stdout: left fixed: EINVAL
// stdout: two mappings: EFAULT
// stdout: not mapped: EFAULT
// stdout: shrunk 1
// stdout: same 1
// stdout: huge 9 0
// stdout: overlap: EINVAL
// compare: no, Memcheck knows none of these
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (mremap_views.c:@undefined)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <sys/mman.h>
#include <valgrind/memcheck.h>
#include "undefined.h"
#ifndef MREMAP_DONTUNMAP
#define MREMAP_DONTUNMAP 4
#endif
#define HUGE (1UL << 33)
enum { BYTES = 64 << 10 };
static char *map(size_t bytes, int protection, int flags)
{
  return mmap(NULL, bytes, protection, flags | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}
static const char *name(void *result)
{
  return result != MAP_FAILED ? "none" : errno == EINVAL ? "EINVAL" : errno == ENOMEM ? "ENOMEM" : errno == EFAULT ? "EFAULT" : "?";
}
int main(void)
{
  char *shared = map(BYTES, 3, MAP_SHARED), *private = map(BYTES, 3, MAP_PRIVATE), *place = map(BYTES, 0, MAP_PRIVATE);
  shared[3] = 4;
  char *view = mremap(shared, 0, BYTES, MREMAP_MAYMOVE);
  view[4] = 5;
  printf("view %d %d\n", view[3], shared[4]);
  printf("private view: %s\n", name(mremap(private, 0, BYTES, MREMAP_MAYMOVE)));
  printf("view in place: %s\n", name(mremap(shared, 0, BYTES, 0)));
  private[5] = 7;
  VALGRIND_MAKE_MEM_UNDEFINED(private + 9, 1);
  char *left = mremap(private, BYTES, BYTES, MREMAP_MAYMOVE | MREMAP_DONTUNMAP);
  printf("left %d %d\n", private[5], left[5]);
  DECIDE(private[9]);
  DECIDE(left[8]);
  DECIDE(left[9]); // @undefined
  left = mremap(left, BYTES, BYTES, MREMAP_MAYMOVE | MREMAP_DONTUNMAP | MREMAP_FIXED, place);
  printf("left at %d\n", left == place ? place[5] : -1);
  char *other = mremap(view, BYTES, BYTES, MREMAP_MAYMOVE | MREMAP_DONTUNMAP);
  printf("left shared %d %d\n", view[3], other[3]);
  printf("left smaller: %s\n", name(mremap(left, BYTES, BYTES / 2, MREMAP_MAYMOVE | MREMAP_DONTUNMAP)));
  printf("left fixed: %s\n", name(mremap(left, BYTES, BYTES, MREMAP_DONTUNMAP)));
  private[0] = 1;
  mprotect(private + BYTES / 2, BYTES / 2, PROT_READ);
  printf("two mappings: %s\n", name(mremap(private, BYTES, 2 * BYTES, MREMAP_MAYMOVE)));
  char *gone = map(BYTES, 3, MAP_PRIVATE);
  munmap(gone, BYTES);
  printf("not mapped: %s\n", name(mremap(gone, BYTES, 2 * BYTES, MREMAP_MAYMOVE)));
  printf("shrunk %d\n", *(char *)mremap(private, BYTES, BYTES / 2 + 4096, 0));
  printf("same %d\n", *(char *)mremap(private, BYTES / 2 + 4096, BYTES / 2 + 4096, MREMAP_MAYMOVE));
  char *huge = map(HUGE, 3, MAP_PRIVATE), *behind = map(BYTES, 3, MAP_PRIVATE | MAP_FIXED_NOREPLACE);
  huge[HUGE - 1] = 9;
  for (int i = 0; i < 4; i++)
    huge = mremap(huge, HUGE + (size_t)i * BYTES, HUGE + (size_t)(i + 1) * BYTES, MREMAP_MAYMOVE);
  printf("huge %d %d\n", huge[HUGE - 1], huge[HUGE + 4 * BYTES - 1]);
  printf("overlap: %s\n", name(mremap(huge, HUGE, HUGE, MREMAP_MAYMOVE | MREMAP_FIXED, huge + 4096)));
  return behind == NULL;
}
