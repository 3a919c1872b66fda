// SPDX-License-Identifier: GPL-2.0-or-later
// A call through a null pointer.
// run:
// expect: Jump to the invalid address stated on the next line
// next: at ???
// expect: Address 0x0 is not stack'd, malloc'd or (recently) free'd
// expect: Process terminating with default action of signal 11 (SIGSEGV)
// exit: SIGSEGV
int main(void)
{
  int (*volatile function)(void) = 0;
  return function();
}
