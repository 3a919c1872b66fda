// SPDX-License-Identifier: GPL-2.0-or-later
// pdep and pext with a defined mask.
// build: -mbmi2
// run:
// expect: at main (cond_deposit.c:@any)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  unsigned long *p = undefined(8), defined = 0x1234;
  DECIDE(_pdep_u64(defined, 0xf0f0) == 0x3040);
  DECIDE(_pext_u64(*p, 0xff) == 5); // @any
}
