// SPDX-License-Identifier: GPL-2.0-or-later
// A crash names signal, address and stack, and the leak report follows.
// run:
// exit: SIGSEGV
// expect: Process terminating with default action of signal 11 (SIGSEGV)
// next: Access not within mapped region at address 0x539
// next: at crash (process_segfault.c:@crash)
// next: by main (process_segfault.c:@main)
// expect: 1,337 bytes in 1 blocks are definitely lost
#include "lose.h"
static NOINLINE void crash(void)
{
  *(volatile char *)0x539 = 1; // @crash
}
int main(void)
{
  lose(1337);
  scrub();
  crash(); // @main
}
