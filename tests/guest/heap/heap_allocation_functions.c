// SPDX-License-Identifier: GPL-2.0-or-later
// Every C allocation function makes a block of its own size; some are other functions inside the replacement malloc.
// run: --show-leak-kinds=reachable
// expect: 1,001 bytes in 1 blocks are still reachable
// next: at malloc
// expect: 1,002 bytes in 1 blocks are still reachable
// next: at calloc
// expect: 1,003 bytes in 1 blocks are still reachable
// next: at malloc
// expect: 1,004 bytes in 1 blocks are still reachable
// next: at memalign
// expect: 1,005 bytes in 1 blocks are still reachable
// next: /at (posix_)?memalign/
// expect: 1,008 bytes in 1 blocks are still reachable
// next: /at (memalign|aligned_alloc)/
// expect: 1,009 bytes in 1 blocks are still reachable
// next: /at (valloc|memalign)/
// stdout: aligned
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
void *kept[8];
int main(void)
{
  kept[0] = malloc(1001);
  kept[1] = calloc(3, 334);
  kept[2] = realloc(NULL, 1003);
  kept[3] = memalign(256, 1004);
  if (posix_memalign(&kept[4], 512, 1005))
    return 1;
  kept[5] = aligned_alloc(16, 1008);
  kept[6] = valloc(1009);
  int aligned = (uintptr_t)kept[3] % 256 == 0 && (uintptr_t)kept[4] % 512 == 0 && (uintptr_t)kept[6] % 4096 == 0;
  puts(aligned ? "aligned" : "not aligned");
}
