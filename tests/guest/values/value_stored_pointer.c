// SPDX-License-Identifier: GPL-2.0-or-later
// Storing an undefined value through a defined pointer is fine.
// run:
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
int main(void)
{
  long *p = undefined(16);
  p[0] = p[1];
  p[1] = p[0] + 1;
}
