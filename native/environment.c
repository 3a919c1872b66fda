/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "native/environment.h"

#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

/* What follows "NAME=" in a variable of that name; NULL: it has another. */
static char *value_in(char *variable, const char *name)
{
  while (*name && *variable == *name) {
    variable++;
    name++;
  }
  return *name == '\0' && *variable == '=' ? variable + 1 : NULL;
}

char *environment_find(const char *name)
{
  char *value = NULL;
  for (char **variable = environ; variable && *variable && !value; variable++)
    value = value_in(*variable, name);
  return value;
}

void environment_remove(const char *name)
{
  char **to = environ;
  if (!to)
    return;
  for (char **from = environ; *from; from++)
    if (!value_in(*from, name))
      *to++ = *from;
  *to = NULL;
}
