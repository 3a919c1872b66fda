// SPDX-License-Identifier: GPL-2.0-or-later
// Without symbols the section is named.
// build: -s
// run:
// expect: /is in the Data segment of .*\/describe_sections$/
// expect: /is in the BSS segment of .*\/describe_sections$/
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
