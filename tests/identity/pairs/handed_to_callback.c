// SPDX-License-Identifier: GPL-2.0-or-later
// A parser gives what it found to a function that its caller has chosen.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
#include <stdlib.h>
#include <string.h>

#include "pair.h"

struct parser {
  void (*found)(void *context, char *text);
  void *context;
};

static void parse(const struct parser *parser, const char *text)
{
  for (; *text; text++)
    parser->found(parser->context, strndup(text, 1));
}

static void keep(void *context, char *text)
{
  *(char **)context = text;
}

static APART int first(void)
{
  char *one;
  struct parser one_parser = {keep, &one};
  parse(&one_parser, "\001");
  int used = one[0];
  free(one); //>
  return used;
}

static APART int second(void)
{
  char *other;
  struct parser other_parser = {keep, &other};
  parse(&other_parser, "\001"); // @made
  int used = other[0];
  free(other); //<
  return used;
}
