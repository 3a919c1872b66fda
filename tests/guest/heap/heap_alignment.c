// SPDX-License-Identifier: GPL-2.0-or-later
// Blocks are aligned to 16 bytes, or to what --alignment asks for.
// run:
// stdout: 16
// run: --alignment=64
// stdout: 64
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
  uintptr_t all = 0;
  for (int i = 1; i < 100; i++)
    all |= (uintptr_t)malloc(i);
  uintptr_t alignment = all & -all;
  printf("%d\n", alignment >= 64 ? 64 : (int)alignment);
}
