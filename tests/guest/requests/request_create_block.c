// SPDX-License-Identifier: GPL-2.0-or-later
// CREATE_BLOCK names a piece of memory for the reports, DISCARD forgets the name.
// build: -Wno-free-nonheap-object
// run:
// expect: Invalid free()
// expect: is 5 bytes inside a the buffer of size 64 client-defined
#include <stdlib.h>
#include <valgrind/memcheck.h>
static char buffer[128];
int main(void)
{
  int handle = VALGRIND_CREATE_BLOCK(buffer, 64, "the buffer");
  char *volatile p = buffer + 5;
  free(p);
  VALGRIND_DISCARD(handle);
}
