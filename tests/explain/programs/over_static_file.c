// SPDX-License-Identifier: GPL-2.0-or-later
// A static variable of the file: the setter does not free the old value.
// explain: 1337 overwritten NULL in set_title @lost; global title; stored in set_title @lost
#include "explain.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *title;

static NOIPA void set_title(char *fresh)
{
  title = fresh; // @lost
}

static NOIPA char *make_title(void)
{
  char *text = malloc(1337);
  return strcpy(text, "Untitled");
}

int main(void)
{
  set_title(make_title());
  puts(title);
  set_title(NULL);
  return title != NULL;
}
