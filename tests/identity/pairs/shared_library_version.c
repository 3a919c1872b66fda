// SPDX-License-Identifier: GPL-2.0-or-later
// The library gets another version in its file's name.
// build: echo libhelper.so.1 >soname -> echo libhelper.so.2 >soname
// build: gcc -g -O0 -shared -fPIC -Wl,-soname,$(cat soname) -o $(cat soname) helper.c
// build: ln -s libhelper.so.? libhelper.so
// build: gcc -g -O0 -o test1 test1.c -L. -lhelper -Wl,-rpath,'$ORIGIN'
// run: ./test1
// findings: 1
// expect: same 1, gate passes
// or: moved 1, gate passes
//| file: helper.c
#include <stdlib.h>

static void *volatile kept;

void set_up(int number)
{
  kept = NULL; //>
  int *fixture = malloc(77); // @leak
  *fixture = number;
  kept = fixture;
  kept = NULL;
}
//| file: test1.c
void set_up(int number);

int main(void)
{
  set_up(1);
  return 0;
}
