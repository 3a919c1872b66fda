// SPDX-License-Identifier: GPL-2.0-or-later
// An undefined value used as an address.
// run: --track-origins=yes
// expect: Use of uninitialised value of size 8
// next: main (origin_address.c:@use)
// next: Uninitialised value was created by a heap allocation
// next: at malloc
// next: by main (origin_address.c:@made)
#include <stdlib.h>
static volatile char table[256];
int main(void)
{
  unsigned char *volatile p = malloc(64); // @made
  table[0] = table[p[3]]; // @use
  free(p);
}
