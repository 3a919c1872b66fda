// SPDX-License-Identifier: GPL-2.0-or-later
// Memory that may not be written is addressable all the same: a signal, no error.
// run:
// exit: SIGSEGV
// reject: Invalid write
// expect: Process terminating with default action of signal 11 (SIGSEGV)
// next: Bad permissions for mapped region at address
// next: at main (addr_read_only.c:@write)
// expect: ERROR SUMMARY: 0 errors from 0 contexts
static const int constant = 1337;
int main(void)
{
  *(int *volatile)&constant = 1; // @write
}
