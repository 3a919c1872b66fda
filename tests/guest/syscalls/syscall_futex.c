// SPDX-License-Identifier: GPL-2.0-or-later
// futex() on freed memory.
// build: -Wno-use-after-free
// run:
// expect: Syscall param futex(futex) points to unaddressable byte(s)
// expect: is 0 bytes inside a block of size 4 free'd
#include <linux/futex.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void)
{
  int *word = calloc(1, sizeof *word);
  free(word);
  syscall(SYS_futex, word, FUTEX_WAKE, 1, NULL, NULL, 0);
}
