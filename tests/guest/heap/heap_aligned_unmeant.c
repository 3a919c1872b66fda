// SPDX-License-Identifier: GPL-2.0-or-later
// Alignments that cannot be meant, and aligned blocks of no bytes, with functions of C. What can be meant is no error.
// compare: no, Valgrind 3.19 has no such errors
// needs: seep
// run:
// expect: Invalid alignment value: 63 (should be power of 2)
// next: memalign
// next: by main (heap_aligned_unmeant.c:@odd)
// expect: Unsafe allocation with size of zero is implementation-defined
// next: memalign
// next: by main (heap_aligned_unmeant.c:@nothing)
// expect: Invalid alignment value: 4 (should be non-zero, a power of 2 and a multiple of sizeof(void*))
// next: posix_memalign
// next: by main (heap_aligned_unmeant.c:@small)
// expect: Unsafe allocation with size of zero is implementation-defined
// next: posix_memalign
// expect: ERROR SUMMARY: 4 errors from 4 contexts
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

static int right(void)
{
  void *block;
  free(memalign(1, 1337));
  free(memalign(4096, 1));
  free(aligned_alloc(64, 128));
  free(valloc(0));
  if (posix_memalign(&block, 8, 1337) != 0)
    return 1;
  free(block);
  return 0;
}

int main(void)
{
  void *block;
  if (right() != 0)
    return 1;
  free(memalign(63, 1337)); // @odd
  free(memalign(64, 0)); // @nothing
  if (posix_memalign(&block, 4, 1337) != EINVAL) // @small
    return 2;
  if (posix_memalign(&block, 16, 0) != 0)
    return 3;
  free(block);
  return 0;
}
