// SPDX-License-Identifier: GPL-2.0-or-later
// A wrapper of a wrapper, for strings and for memory.
// findings: 3
// expect: same 3, gate passes
// place: @name @text @table
#include <string.h>
#include <stdlib.h>

static void *volatile kept;

static void *xmalloc(size_t bytes)
{
  void *memory = malloc(bytes);
  if (!memory)
    abort();
  return memory;
}

static char *xstrdup(const char *text)
{
  char *copy = xmalloc(strlen(text) + 1);
  strcpy(copy, text);
  return copy;
}

static void name_it(void)
{
  kept = xstrdup("a name that is long"); // @name
}

static void write_it(void)
{
  kept = NULL; //>
  kept = xstrdup("a text that is longer still"); // @text
}

static void load(void)
{
  kept = xmalloc(1337); // @table
}

int main(void)
{
  name_it();
  write_it();
  load();
  kept = NULL;
  return 0;
}
