// SPDX-License-Identifier: GPL-2.0-or-later
// Names of Ada in a program that GNAT has bound, which one variable tells. No Ada compiler is needed for that.
// compare: no, Valgrind 3.19 shows linkage names
// run:
// expect: 1,337 bytes in 1 blocks are definitely lost
// next: at malloc
// next: lists.nodes.make (symbols_ada.c:@malloc)
// next: by main (symbols_ada.c:@call)
// next: by main (symbols_ada.c:
// run: --demangle=no
// expect: lists__nodes__make
#include <stdlib.h>

const char *__gnat_ada_main_program_name = "main";

void lists__nodes__make(void)
{
  void *volatile p = malloc(1337); // @malloc
  p = NULL;
}

void _ada_main(void)
{
  lists__nodes__make(); // @call
}

int main(void)
{
  _ada_main();
}
