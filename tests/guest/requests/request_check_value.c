// SPDX-License-Identifier: GPL-2.0-or-later
// CHECK_VALUE_IS_DEFINED of a variable that has undefined bits.
// build: -Wno-maybe-uninitialized
// run: --read-var-info=no
// expect: Uninitialised byte(s) found during client check request
// next: main (request_check_value.c:@CHECK)
// next: is on thread 1's stack
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <valgrind/memcheck.h>
int main(void)
{
  volatile struct {
    unsigned low : 4, high : 4;
  } bits;
  bits.low = 3;
  volatile int whole = 5;
  VALGRIND_CHECK_VALUE_IS_DEFINED(whole);
  VALGRIND_CHECK_VALUE_IS_DEFINED(bits); // @CHECK
}
