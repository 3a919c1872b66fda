// SPDX-License-Identifier: GPL-2.0-or-later
// Each function for aligned blocks is the beginning of its stacks; aligned_alloc() only where the C library has one of
// its own, which refuses alignments that are no powers of two.
// build: -O1
// run:
// expect: 1,337 bytes in 1 blocks are definitely lost
// next: at memalign
// next: by main (leak_aligned_forms.c:@memalign)
// expect: 1,338 bytes in 1 blocks are definitely lost
// next: at posix_memalign
// next: by main (leak_aligned_forms.c:@posix)
// expect: 1,351 bytes in 1 blocks are definitely lost
// next: at valloc
// next: by main (leak_aligned_forms.c:@valloc)
// expect: 1,352 bytes in 1 blocks are definitely lost
// compare: no, Memcheck 3.19 shows the first function that does the same
#define _GNU_SOURCE
#include <dlfcn.h>
#include <malloc.h>
#include <stdlib.h>

int main(void)
{
  void *volatile block = memalign(64, 1337); // @memalign
  void *posix = NULL;
  if (posix_memalign(&posix, 64, 1338) != 0) // @posix
    return 1;
  block = posix;
  posix = NULL;
  block = valloc(1351); // @valloc
  block = aligned_alloc(64, 1352);
  block = NULL;
  const int is_one = dlsym(RTLD_DEFAULT, "aligned_alloc") == dlsym(RTLD_DEFAULT, "memalign");
  void *const odd = aligned_alloc(48, 1353);
  free(odd);
  return block || (!odd && is_one);
}
