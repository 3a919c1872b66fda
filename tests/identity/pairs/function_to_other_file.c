// SPDX-License-Identifier: GPL-2.0-or-later
// A function is moved into a file of its own.
// build: gcc -g -O0 -o prog main.c -> gcc -g -O0 -o prog main.c load.c
// findings: 1
// expect: same 1, gate passes
// or: moved 1, gate passes
//| file: main.c
void load(void);

int main(void)
{
  load();
  return 0;
}
#include <stdlib.h> //<
 //<
static void *volatile kept; //<
 //<
void load(void) //<
{ //<
  kept = malloc(1337); //<
  kept = NULL; //<
} //<
//| file: load.c
#include <stdlib.h> //>
 //>
static void *volatile kept; //>
 //>
void load(void) //>
{ //>
  kept = malloc(1337); //>
  kept = NULL; //>
} //>
