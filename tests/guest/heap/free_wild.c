// SPDX-License-Identifier: GPL-2.0-or-later
// Wild and small addresses: each is an invalid free of an address that is nothing.
// build: -Wno-free-nonheap-object
// run:
// expect: Invalid free()
// expect: Address 0x539 is not stack'd, malloc'd or (recently) free'd
// expect: Invalid free()
// expect: Address 0xdeadbeef0 is not stack'd, malloc'd or (recently) free'd
// expect: Invalid free()
// expect: is not stack'd, malloc'd or (recently) free'd
// expect: ERROR SUMMARY: 3 errors from 3 contexts
#include <stdlib.h>
int main(void)
{
  void *volatile p = (void *)0x539;
  free(p);
  p = (void *)0xdeadbeef0;
  free(p);
  p = (void *)0xfffffffffffffff0;
  free(p);
}
