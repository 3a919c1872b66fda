// SPDX-License-Identifier: GPL-2.0-or-later
// Pointers that lie where errors are ignored are not followed.
// build: -no-pie -Wl,--section-start=.kept=0x600000
// run: --leak-check=full --show-leak-kinds=all
// expect: still reachable: 7,011 bytes in 3 blocks
// run: --leak-check=full --ignore-ranges=0x600000-0x600007
// expect: 1,337 bytes in 1 blocks are definitely lost
// next: malloc
// next: main (ignore_leak_scan.c:@first)
// expect: still reachable: 5,674 bytes in 2 blocks
// run: --leak-check=full --ignore-ranges=0x600004-0x600008
// expect: 2,337 bytes in 1 blocks are definitely lost
// next: malloc
// next: main (ignore_leak_scan.c:@second)
// expect: still reachable: 4,674 bytes in 2 blocks
#include <stdlib.h>
static __attribute__((section(".kept"))) void *volatile kept[3] = {&kept};
int main(void)
{
  kept[0] = malloc(1337); // @first
  kept[1] = malloc(2337); // @second
  kept[2] = malloc(3337);
  return 0;
}
