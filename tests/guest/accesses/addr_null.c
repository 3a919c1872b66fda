// SPDX-License-Identifier: GPL-2.0-or-later
// A null pointer read: the error, then the signal.
// run:
// exit: SIGSEGV
// expect: Invalid read of size 4
// next: at main (addr_null.c:@read)
// next: Address 0x0 is not stack'd, malloc'd or (recently) free'd
// expect: Process terminating with default action of signal 11 (SIGSEGV)
// next: Access not within mapped region at address 0x0
// next: at main (addr_null.c:@read)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
int main(void)
{
  int *volatile p = 0;
  return *p; // @read
}
