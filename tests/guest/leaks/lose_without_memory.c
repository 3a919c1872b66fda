// SPDX-License-Identifier: GPL-2.0-or-later
// What fail_alloc_each.sh runs: one place copes without memory, one loses a block, one does not look, one tries for ever when told to.
// run:
// stdout: twoone
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct name {
  char *text;
  struct name *next;
};

static struct name *add(struct name *names, const char *text)
{
  struct name *name = malloc(sizeof *name);
  if (!name)
    return names;
  name->text = strdup(text);
  if (!name->text)
    return names; // name is lost
  name->next = names;
  return name;
}

static void put_joined(const struct name *names)
{
  char *text = calloc(1, 1337); // may be NULL
  for (; names; names = names->next)
    strcat(text, names->text);
  strcat(text, "\n");
  write(1, text, strlen(text));
  free(text);
}

static void insist(void)
{
  char *text;
  while ((text = malloc(133)) == NULL)
    usleep(1000);
  free(text);
}

int main(int argc, char **argv)
{
  struct name *names = NULL, *next;
  names = add(names, "one");
  names = add(names, "two");
  put_joined(names);
  if (argc > 1)
    insist();
  for (; names; names = next) {
    next = names->next;
    free(names->text);
    free(names);
  }
}
