// SPDX-License-Identifier: GPL-2.0-or-later
// A jump to an address that no program has.
// run:
// expect: Jump to the invalid address stated on the next line
// next: at ???
// expect: Address 0x123456 is not stack'd, malloc'd or (recently) free'd
// exit: SIGSEGV
int main(void)
{
  int (*volatile function)(void) = (int (*)(void))0x123456;
  return function();
}
