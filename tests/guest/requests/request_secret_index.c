// SPDX-License-Identifier: GPL-2.0-or-later
// Constant-time code: a table that is indexed by a secret.
// build: -O1
// run: --track-origins=yes
// expect: Use of uninitialised value of size 8
// next: look_up (request_secret_index.c:@INDEX)
// expect: Uninitialised value was created by a client request
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "guest.h"
#include <valgrind/memcheck.h>
static const unsigned char table[256] = {1, 2, 3, 4, 5, 6, 7, 8};
static NOINLINE unsigned look_up(const volatile unsigned char *secret)
{
  return table[*secret]; // @INDEX
}
int main(void)
{
  volatile unsigned char secret = 3;
  VALGRIND_MAKE_MEM_UNDEFINED(&secret, 1);
  unsigned result = look_up(&secret);
  VALGRIND_MAKE_MEM_DEFINED(&result, sizeof result);
  return result == 4 ? 0 : 1;
}
