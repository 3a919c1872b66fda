// SPDX-License-Identifier: GPL-2.0-or-later
// A growing buffer: lengths, capacities and text that ends where it was written.
// build: -O3 -march=haswell
// again: clang clang -gdwarf-4
// run:
// stdout: 1890 0
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct buffer { char *text; size_t length, room; };
static void add(struct buffer *b, const char *text)
{
  size_t more = strlen(text);
  if (b->length + more + 1 > b->room)
    b->text = realloc(b->text, b->room = 2 * b->room + more + 1);
  memcpy(b->text + b->length, text, more + 1);
  b->length += more;
}
int main(void)
{
  struct buffer b = {0};
  char number[20];
  for (int i = 0; i < 500; i++) {
    snprintf(number, sizeof number, "%d ", i);
    add(&b, number);
  }
  printf("%zu %d\n", strlen(b.text), strchr(b.text, '#') != NULL);
  free(b.text);
}
