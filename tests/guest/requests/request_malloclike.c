// SPDX-License-Identifier: GPL-2.0-or-later
// An annotated allocator: its blocks leak, are freed twice and are described like malloc's.
// run:
// expect: Invalid free() / delete / delete[] / realloc()
// next: at custom_free (request_malloclike.c:@free)
// expect: 1,337 bytes in 1 blocks are definitely lost
// next: at custom_alloc (request_malloclike.c:@alloc)
// next: by lose (request_malloclike.c:@lose)
#include "guest.h"
#include <stddef.h>
#include <valgrind/valgrind.h>
static char arena[65536] __attribute__((aligned(16)));
static size_t used;
static NOINLINE void *custom_alloc(size_t size)
{
  void *p = arena + used + 16;
  used += (size + 47) / 16 * 16;
  VALGRIND_MALLOCLIKE_BLOCK(p, size, 16, 0); // @alloc
  return p;
}
static NOINLINE void custom_free(void *p)
{
  VALGRIND_FREELIKE_BLOCK(p, 16); // @free
}
static NOINLINE void lose(void)
{
  void *volatile p = custom_alloc(1337); // @lose
  p = custom_alloc(1001);
  custom_free(p);
  custom_free(p);
  p = NULL;
}
int main(void)
{
  lose();
  scrub();
}
