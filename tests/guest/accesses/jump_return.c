// SPDX-License-Identifier: GPL-2.0-or-later
// A return address that was overwritten.
// build: -fno-stack-protector -fomit-frame-pointer
// run:
// expect: Jump to the invalid address stated on the next line
// next: at ???
// expect: Address 0x4141414141 is not stack'd, malloc'd or (recently) free'd
// exit: SIGSEGV
#include "guest.h"
static NOINLINE void smash(void)
{
  __asm__ volatile("movabs $0x4141414141, %rax\n\tmov %rax, (%rsp)\n\tret");
}
int main(void)
{
  smash();
}
