// SPDX-License-Identifier: GPL-2.0-or-later
// The program sees its own descriptors only: 0, 1 and 2 are open and the next free one is 3.
// run:
// stdout: next 3
#include <fcntl.h>
#include <stdio.h>
int main(void)
{
  printf("next %d\n", open("/dev/null", O_RDONLY));
}
