// SPDX-License-Identifier: GPL-2.0-or-later
// malloc_usable_size is the size asked for, so that writing past it is found; NULL has none.
// run:
// stdout: 1337 0
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
  void *p = malloc(1337);
  size_t size = malloc_usable_size(p);
  printf("%zu %zu\n", size, malloc_usable_size(NULL));
  free(p);
}
