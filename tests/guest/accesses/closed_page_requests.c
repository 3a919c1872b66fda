// SPDX-License-Identifier: GPL-2.0-or-later
// Requests and monitor commands meet memory that cannot be read or written: they say so, and the program goes on.
// compare: no (Memcheck ends with an internal error)
// run:
// stdout: vbits 1 3 3
// stdout: block 0
// stdout: unknown 1
// stdout: printed
// stdout: open -1
// expect: 0x07	0x07	0x07	0x07	0x07	0x07	0x07	0x07
// expect: 0x??	0x??	0x??	0x??	0x??	0x??	0x??	0x??
// expect: Searching for pointers to
// expect: (a text that cannot be read)
// expect: Syscall param open(filename) points to unaddressable byte(s)
// expect: ERROR SUMMARY: 1 errors
// reject: Run did not finish
#include "closed_page.h"
#include "monitor.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char v_bits[3 * PAGE];

int main(void)
{
  char *block = aligned_alloc(PAGE, 3 * PAGE), *end = block + PAGE;
  memset(block, 7, 3 * PAGE);
  close_page(end);
  unsigned from = VALGRIND_GET_VBITS(block, v_bits, 3 * PAGE), to = VALGRIND_GET_VBITS(v_bits, block, 3 * PAGE);
  printf("vbits %u %u %u\n", from, to, VALGRIND_SET_VBITS(v_bits, block, 3 * PAGE));
  monitor("xb %p 16", (void *)(end - 8));
  monitor("who_points_at %p", (void *)block);
  printf("block %d\n", (int)VALGRIND_CREATE_BLOCK(block, 1337, end - 4));
  printf("unknown %d\n", (int)VALGRIND_MONITOR_COMMAND(end - 4));
  VALGRIND_PRINTF("%s\n", end - 4);
  printf("printed\n");
  printf("open %ld\n", syscall(SYS_open, end - 4, 0));
  fflush(stdout);
  open_page(end);
  free(block);
}
