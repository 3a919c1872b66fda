// SPDX-License-Identifier: GPL-2.0-or-later
// What lies in variables that outlive functions is told before what lies in frames.
// needs: seep
// compare: no, Memcheck has no such option
// run: --explain=all
// expect: Invalid read of size 1
// next: look (freed_several.c:@use)
// expect: /A pointer to it is (in the global variable "stale"|at offset 8 of a block)/
// expect: /Another pointer to it is (in the global variable "stale"|at offset 8 of a block)/
// expect: Another pointer to it is in the local variable
// reject: /A pointer to it is in the local/
#include <stdlib.h>
#include "guest.h"
struct holder {
  long number;
  char *text;
};
static char *volatile stale;
static struct holder *volatile holder;
static NOINLINE int look(char *volatile text)
{
  return text[7]; // @use
}
int main(void)
{
  char *volatile mine = malloc(1337);
  holder = calloc(1, sizeof *holder);
  stale = mine;
  holder->text = mine;
  free(mine);
  const int result = look(mine);
  free(holder);
  return result == 99;
}
