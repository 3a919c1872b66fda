// SPDX-License-Identifier: GPL-2.0-or-later
// Freeing a variable of main names the thread's stack and the frame.
// build: -Wno-free-nonheap-object
// run: --read-var-info=no
// expect: Invalid free() / delete / delete[] / realloc()
// next: at free
// next: by main (free_stack.c:@free)
// next: is on thread 1's stack
// next: in frame #1, created by main (free_stack.c:
#include <stdlib.h>
int main(void)
{
  char local[1337];
  char *volatile p = local;
  free(p); // @free
}
