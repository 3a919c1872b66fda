// SPDX-License-Identifier: GPL-2.0-or-later
// A buffer grows by realloc and is lost; lines are inserted.
// findings: 1
// expect: same 1, gate passes
// place: @leak
#include <stdlib.h>
#include <string.h>

static char *volatile buffer;

static void append(const char *text) //<
static void append(const char *text) /* and a zero */ //>
{
  size_t had = buffer ? strlen(buffer) : 0;
  size_t more = strlen(text); //>
  buffer = realloc(buffer, had + strlen(text) + 1); // @leak
  strcpy(buffer + had, text);
  (void)more; //>
}

int main(void)
{
  append("one ");
  append("two ");
  append("three ");
  buffer = NULL;
  return 0;
}
