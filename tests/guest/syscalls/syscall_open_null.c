// SPDX-License-Identifier: GPL-2.0-or-later
// A path at address 0, and the call's own failure.
// build: -Wno-nonnull
// run:
// stdout: Bad address
// expect: Syscall param openat(filename) points to unaddressable byte(s)
// expect: Address 0x0 is not stack'd, malloc'd or (recently) free'd
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
int main(void)
{
  char *volatile path = NULL;
  open(path, O_RDONLY);
  puts(strerror(errno));
}
