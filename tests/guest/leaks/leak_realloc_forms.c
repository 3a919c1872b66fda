// SPDX-License-Identifier: GPL-2.0-or-later
// A stack begins with the function that did it in the end: malloc() where realloc() had no block to resize, and
// realloc() where reallocarray() was called.
// build: -O1
// run:
// expect: 1,337 bytes in 1 blocks are definitely lost
// next: at malloc
// next: by make_array (leak_realloc_forms.c:@make_array)
// expect: 1,338 bytes in 1 blocks are definitely lost
// next: at malloc
// next: by make_block (leak_realloc_forms.c:@make_block)
// expect: 1,351 bytes in 1 blocks are definitely lost
// next: at realloc
// next: by grow_array (leak_realloc_forms.c:@grow_array)
// expect: 1,352 bytes in 1 blocks are definitely lost
// next: at realloc
// next: by grow_block (leak_realloc_forms.c:@grow_block)
#define _GNU_SOURCE
#include <stdlib.h>

static void lose(void *block)
{
  void *volatile kept = block;
  kept = NULL;
  (void)kept;
}

static __attribute__((noinline)) void make_array(void)
{
  lose(reallocarray(NULL, 7, 191)); // @make_array
}

static __attribute__((noinline)) void make_block(void)
{
  lose(realloc(NULL, 1338)); // @make_block
}

static __attribute__((noinline)) void grow_array(void)
{
  lose(reallocarray(malloc(3), 7, 193)); // @grow_array
}

static __attribute__((noinline)) void grow_block(void)
{
  lose(realloc(malloc(3), 1352)); // @grow_block
}

int main(void)
{
  make_array();
  make_block();
  grow_array();
  grow_block();
}
