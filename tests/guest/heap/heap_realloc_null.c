// SPDX-License-Identifier: GPL-2.0-or-later
// What realloc(NULL, n) returns comes from malloc, as in Memcheck's stacks, so that suppressions made from these still match.
// file: malloc.supp
//|{
//|   made_by_memcheck
//|   Memcheck:Leak
//|   match-leak-kinds: definite
//|   fun:malloc
//|   fun:suppressed
//|}
// run: --suppressions=malloc.supp
// expect: 1,337 bytes in 1 blocks are definitely lost
// next: at malloc
// next: by main (heap_realloc_null.c:@told)
// expect: suppressed: 777 bytes in 1 blocks
#include "guest.h"
#include <stdlib.h>
static void __attribute__((noinline)) suppressed(void)
{
  void *volatile p = realloc(NULL, 777);
  p = NULL;
}
int main(void)
{
  suppressed();
  void *volatile p = realloc(NULL, 1337); // @told
  p = NULL;
  scrub();
}
