// SPDX-License-Identifier: GPL-2.0-or-later
// --style=people: findings as compilers show them, each with its sources, and the verdict in the last line; -q leaves
// the verdict out, -v shows whole stacks. Logs and XML keep the text that tools read.
// needs: seep
// compare: no, Memcheck has one style
// run: --style=people
// only: seep
// exit: 0
// expect: error: use after free: read of 1 byte, 4 bytes into a freed block of 10 bytes
// next: style_people.c:@READ in look
// expect: return block[4];
// next: ^^^^^^^^ read here
// expect: = called by main (
// expect: style_people.c:@FREE in main
// expect: free(block);
// next: freed here
// expect: style_people.c:@MADE in main
// expect: char *block = make(10);
// next: /^ *\|                 -------- allocated here/
// expect: error: double free: a block of 10 bytes is freed again
// expect: -- freed first here
// expect: leak: 1,337 bytes in 1 block lost
// expect: style_people.c:@LOST in main
// expect: ^^ allocated here by make (malloc)
// expect: HTML page: seep report
// next: seep: 1 use after free, 1 double free, 1,337 bytes lost in 1 place
// next: /^SUMMARY: Seep: use after free at .*style_people.c:@READ in look, and 2 more$/
// reject: vgpreload
// reject: ==
// run: --style=people -q
// only: seep
// expect: error: use after free
// expect: leak: 1,337 bytes
// reject: seep:
// run: --style=people -v
// only: seep
// expect: at 0x
// expect: = stack:
// expect: note: finding
// reject: redirection
// reject: translation cache
// expect: bytes allocated
// run: --style=people --leak-check=no
// only: seep
// expect: seep: 1 use after free, 1 double free, leaks were not looked for
// run: --style=people --leak-check=summary
// only: seep
// expect: double free, 1,337 bytes lost in 1 place
// run: --style=people --gen-suppressions=all
// only: seep
// expect: leak: 1,337 bytes
// expect: Memcheck:Leak
// run: --style=people --xml=yes --xml-fd=2
// only: seep
// expect: <protocolversion>4
// expect: <kind>InvalidRead</kind>
// reject: error: use
// run: --style=people --log-file=log
// only: seep
// report: log
// expect: error: use after free
// run: --style=memcheck
// only: seep
// expect: Invalid read of size 1
// expect: ERROR SUMMARY: 3 errors from 3 contexts
// reject: error: use
#include <stdlib.h>

static char *make(size_t bytes)
{
  return malloc(bytes);
}

static char look(const char *block)
{
  return block[4]; // @READ
}

int main(void)
{
  char *(*volatile maker)(size_t) = make;
  char *block = make(10); // @MADE
  free(block); // @FREE
  volatile char seen = look(block);
  free(block);
  *(char *volatile *)&block = maker(1337); // @LOST
  block = NULL;
  (void)seen;
  return 0;
}
