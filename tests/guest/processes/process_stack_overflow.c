// SPDX-License-Identifier: GPL-2.0-or-later
// Endless recursion is reported as a stack overflow, not as a fault of the checker.
// build: -Wno-infinite-recursion
// run:
// exit: SIGSEGV
// expect: Stack overflow in thread #1
// expect: Process terminating with default action of signal 11 (SIGSEGV)
// expect: HEAP SUMMARY
static volatile int depth;
static int fall(int n)
{
  volatile char frame[4096];
  frame[0] = (char)n;
  depth = n;
  return fall(n + 1) + frame[0];
}
int main(void)
{
  return fall(0);
}
