// SPDX-License-Identifier: GPL-2.0-or-later
// An instruction that the core does not know is reported once, although the block it stands in is left for its undefined load
// before it is reached.
// build: -O1
// run:
// exit: SIGILL
// expect: unhandled instruction bytes: 0x6
// next: REX=
// next: VEX=
// next: PFX.66=
// next: Unrecognised instruction at address
#include <stdlib.h>

int main(void)
{
  long *undefined = malloc(sizeof *undefined);
  __asm__ volatile("jmp 1f; 1: mov $1, %%ecx; mov (%0), %%rax; add $1, %%rax; .byte 6" : : "r"(undefined) : "rax", "rcx");
  free(undefined);
  return 0;
}
