// SPDX-License-Identifier: GPL-2.0-or-later
// stdstring: the reference-counted string layout (length, capacity, count, characters) is reached by its characters.
// run: --leak-check-heuristics=stdstring
// expect: possibly lost: 0 bytes in 0 blocks
// expect: /stdstring +: 42 bytes in 1 blocks/
// run: --leak-check-heuristics=none
// expect: possibly lost: 42 bytes in 1 blocks
#include "guest.h"
#include <stdlib.h>
#include <string.h>
struct string {
  size_t length, capacity, references;
  char text[];
};
char *text;
static NOINLINE void take(void)
{
  struct string *string = malloc(sizeof *string + 18);
  string->length = 11;
  string->capacity = 17;
  string->references = 0;
  strcpy(string->text, "eleven char");
  text = string->text;
}
int main(void)
{
  take();
  scrub();
}
