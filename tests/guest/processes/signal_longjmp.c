// SPDX-License-Identifier: GPL-2.0-or-later
// Leaving handlers by siglongjmp again and again.
// run:
// stdout: 100
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
static sigjmp_buf back;
static void on_signal(int number)
{
  volatile char used[5000];
  used[number] = 1;
  siglongjmp(back, 1);
}
int main(void)
{
  volatile int count = 0;
  signal(SIGUSR1, on_signal);
  while (count < 100)
    if (!sigsetjmp(back, 1))
      raise(SIGUSR1);
    else
      count++;
  printf("%d\n", count);
}
