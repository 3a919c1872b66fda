// SPDX-License-Identifier: GPL-2.0-or-later
// A byte of a global variable, and of a static one.
// run: --read-var-info=no
// expect: /is 3 bytes inside data symbol "table"$/
// expect: /is 70 bytes inside data symbol "hidden"$/
#include <stdlib.h>
#include <valgrind/memcheck.h>
volatile char table[100] = {1};
static volatile char hidden[100];
static volatile char seen;
int main(void)
{
  VALGRIND_MAKE_MEM_NOACCESS(table, sizeof table);
  VALGRIND_MAKE_MEM_NOACCESS(hidden, sizeof hidden);
  seen = table[3];
  seen = hidden[70];
}
