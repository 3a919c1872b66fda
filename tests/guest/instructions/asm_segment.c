// SPDX-License-Identifier: GPL-2.0-or-later
// Thread-local storage by the fs register.
// run:
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
int main(void)
{
  void *self;
  __asm__ volatile("mov %%fs:0, %0" : "=r"(self));
  DECIDE(self == *(void **)self);
  DECIDE(__builtin_thread_pointer() == self);
}
