// SPDX-License-Identifier: GPL-2.0-or-later
// Jumps to nowhere are suppressed by Jump.
// build: -g -O0 -fomit-frame-pointer
// file: a.supp
//| {
//|   to nowhere
//|   Memcheck:Jump
//|   obj:*
//|   fun:main
//| }
// run: --suppressions=$WORK/a.supp
// exit: SIGSEGV
// expect: Process terminating with default action of signal 11 (SIGSEGV)
// expect: ERROR SUMMARY: 0 errors from 0 contexts (suppressed: 1 from 1)
int main(void)
{
  void (*volatile nowhere)(void) = (void (*)(void))0x539;
  nowhere();
}
