// SPDX-License-Identifier: GPL-2.0-or-later
// What allocation functions copy and fill leaves out pages that cannot be accessed: realloc of a small and a large block, and
// calloc, malloc and free that fill. What has been left behind is undefined in the new block.
// compare: no (Memcheck ends with an internal error)
// run: --malloc-fill=11 --free-fill=22 --freelist-vol=0
// stdout: copied 7 7 1
// stdout: copied 7 7 1
// stdout: cleared
// expect: in use at exit: 0 bytes in 0 blocks
// expect: ERROR SUMMARY: 0 errors
// reject: Run did not finish
#include "closed_page.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void move(size_t pages)
{
  unsigned char v_bits = 0;
  char *block = aligned_alloc(PAGE, pages * PAGE);
  memset(block, 7, pages * PAGE);
  close_page(block + PAGE);
  char *moved = realloc(block, (pages + 1) * PAGE);
  (void)VALGRIND_GET_VBITS(moved + PAGE + 1337, &v_bits, 1);
  printf("copied %d %d %d\n", moved[0], moved[2 * PAGE], v_bits == 0xff);
  open_page(block + PAGE);
  free(moved);
}

// The page stays closed while the memory is used again.
static void use_again(size_t bytes)
{
  char *block = aligned_alloc(PAGE, bytes), *page = block + (bytes > 2 * PAGE ? PAGE : 0);
  close_page(page);
  free(block);
  void *cleared = calloc(1, bytes), *filled = aligned_alloc(PAGE, bytes);
  open_page(page);
  free(cleared);
  free(filled);
}

int main(void)
{
  move(3);
  move(700);
  use_again(3 * PAGE);
  use_again(PAGE);
  use_again(700 * PAGE);
  puts("cleared");
}
