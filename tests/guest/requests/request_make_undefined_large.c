// SPDX-License-Identifier: GPL-2.0-or-later
// The origin of a large range that a request made undefined, after a value was copied out of it.
// run: --track-origins=yes
// expect: Syscall param write(buf) points to uninitialised byte(s)
// expect: is 0 bytes inside a block of size 8 alloc'd
// expect: Uninitialised value was created by a client request
// next: main (request_make_undefined_large.c:@REQUEST)
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#include <valgrind/memcheck.h>
int main(void)
{
  long *large = calloc(1, 1 << 20), *small = calloc(1, 8);
  VALGRIND_MAKE_MEM_UNDEFINED(large, 1 << 20); // @REQUEST
  small[0] = large[100000];
  write(open("/dev/null", O_WRONLY), small, 8);
  free(large);
  free(small);
}
