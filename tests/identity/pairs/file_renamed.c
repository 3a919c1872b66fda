// SPDX-License-Identifier: GPL-2.0-or-later
// The file gets another name: same function, same program.
// build: gcc -g -O0 -o prog main.c table.c -> gcc -g -O0 -o prog main.c tables.c
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
//| file: table.c -> tables.c
#include <stdlib.h>

static void *volatile kept;

void load(void)
{
  kept = malloc(1337);
  kept = NULL;
}
