// SPDX-License-Identifier: GPL-2.0-or-later
// A leak is moved from the program into its library: fixed in the one, new in the other.
// build: gcc -g -O0 -shared -fPIC -o libhelper.so helper.c
// build: gcc -g -O0 -o prog prog.c -L. -lhelper -Wl,-rpath,'$ORIGIN'
// findings: 1
// expect: new 1, fixed 1, gate fails
// or: moved 1, gate passes
//| file: helper.c
#include <stdlib.h>

static void *volatile kept;

void load(void)
{
  kept = malloc(1337); //>
  kept = NULL;
}
//| file: prog.c
#include <stdlib.h>

static void *volatile kept;

void load(void);

int main(void)
{
  load();
  kept = malloc(1337); //<
  kept = NULL;
  return 0;
}
