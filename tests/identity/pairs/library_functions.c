// SPDX-License-Identifier: GPL-2.0-or-later
// Functions of the C library allocate for the program: strdup, asprintf and getline, at three lines of one function.
// findings: 3
// expect: same 3, gate passes
// place: @strdup @asprintf @getline
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *volatile kept;

static void read_it(FILE *file)
{
  char *text = NULL, *line = NULL;
  size_t size = 0;
  kept = strdup("a text that is long"); // @strdup
  if (asprintf(&text, "%d pages", 1337) < 0) // @asprintf
    return;
  kept = text;
  text = NULL; //>
  if (getline(&line, &size, file) < 0) // @getline
    return;
  kept = line;
  kept = NULL;
}

int main(void)
{
  FILE *file = fopen("library_functions.c", "r");
  if (!file)
    return 1;
  read_it(file);
  kept = NULL;
  fclose(file);
  return 0;
}
