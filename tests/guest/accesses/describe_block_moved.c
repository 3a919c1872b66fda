// SPDX-License-Identifier: GPL-2.0-or-later
// realloc() leaves a freed block behind when the block has moved.
// run:
// expect: Invalid read of size 1
// next: at 
// next: /is 0 bytes inside a block of size 10 free'd$/
// next: realloc
// next: main
// next: Block was alloc'd at
// next: malloc
// next: main
#include <stdlib.h>
static volatile char seen;
int main(void)
{
  volatile char *p = malloc(10);
  char *q = realloc((void *)p, 100000);
  seen = p[0];
  free(q);
}
