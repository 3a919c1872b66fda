// SPDX-License-Identifier: GPL-2.0-or-later
// An invalid access to memory that CREATE_BLOCK has named.
// run:
// expect: Invalid write of size 1
// next: main (request_create_block_access.c:@WRITE)
// next: is 6 bytes inside a locked page of size 16 client-defined
// next: main (request_create_block_access.c:@BLOCK)
#include <valgrind/memcheck.h>
static char page[64];
int main(void)
{
  int handle = VALGRIND_CREATE_BLOCK(page + 16, 16, "locked page"); // @BLOCK
  VALGRIND_MAKE_MEM_NOACCESS(page + 16, 16);
  *(volatile char *)(page + 22) = 1; // @WRITE
  VALGRIND_DISCARD(handle);
}
