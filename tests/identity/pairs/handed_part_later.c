// SPDX-License-Identifier: GPL-2.0-or-later
// A node goes into a list first, and gets its part only then.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
#include <stdlib.h>
#include <string.h>

#include "pair.h"

struct node {
  struct node *next;
  char *text;
  int length;
};

static void add(struct node **list, const char *text, int length)
{
  struct node *node = malloc(sizeof *node);
  node->next = *list;
  *list = node;
  node->text = strdup(text);
  node->length = length;
}

static APART int first(void)
{
  struct node *one = NULL;
  add(&one, "\001 text", 1);
  int used = one->text[0];
  free(one->text); //>
  free(one);
  return used;
}

static APART int second(void)
{
  struct node *other = NULL;
  add(&other, "\001 text", 1); // @made
  int used = other->text[0];
  free(other->text); //<
  free(other);
  return used;
}
