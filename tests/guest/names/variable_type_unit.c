// SPDX-License-Identifier: GPL-2.0-or-later
// Variables whose types have units of their own in the debug information, in .debug_types.
// build: -g -O0 -gdwarf-4 -fdebug-types-section
// compare: no, Memcheck does not find what is in a structure in a structure there
// run: --read-var-info=yes
// only: seep
// expect: Unaddressable byte(s) found
// next: at main (variable_type_unit.c:@global)
// next: is 3 bytes inside table[1].in.name[10],
// next: a global variable declared at variable_type_unit.c:@table
// expect: Unaddressable byte(s) found
// next: at main (variable_type_unit.c:@local)
// next: is 0 bytes inside one.second,
// next: declared at variable_type_unit.c:@one, in frame #0 of thread 1
#include "guest.h"
#include <valgrind/memcheck.h>
struct inner {
  int name[13];
};
struct outer {
  short first;
  char second;
  struct inner in;
};
struct outer table[3]; // @table
int main(void)
{
  struct outer one = {0}; // @one
  VALGRIND_MAKE_MEM_NOACCESS(table, sizeof table);
  VALGRIND_CHECK_MEM_IS_ADDRESSABLE((char *)&table[1].in.name[10] + 3, 1); // @global
  VALGRIND_MAKE_MEM_NOACCESS(&one.second, 1);
  VALGRIND_CHECK_MEM_IS_ADDRESSABLE(&one.second, 1); // @local
  VALGRIND_MAKE_MEM_DEFINED(&one.second, 1);
  VALGRIND_MAKE_MEM_DEFINED(table, sizeof table);
  return one.first;
}
