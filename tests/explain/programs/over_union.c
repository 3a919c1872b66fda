// SPDX-License-Identifier: GPL-2.0-or-later
// A value that is a text becomes a number: both share a union.
// explain: 1337 overwritten other in value_set_number @lost; block +8 from value_new @value; stored in value_set_text @stored
#include "explain.h"
#include <stdlib.h>
#include <string.h>

struct value {
  enum { NUMBER, TEXT } kind;
  union {
    long number;
    char *text;
  };
};

static NOIPA struct value *value_new(void)
{
  return calloc(1, sizeof(struct value)); // @value
}

static NOIPA void value_set_text(struct value *value, const char *text)
{
  char *copy = malloc(1337);
  strcpy(copy, text);
  value->kind = TEXT;
  value->text = copy; // @stored
}

static NOIPA void value_set_number(struct value *value, long number)
{
  value->kind = NUMBER;
  value->number = number; // @lost
}

int main(void)
{
  struct value *value = value_new();
  value_set_text(value, "forty-two");
  value_set_number(value, 42);
  free(value);
}
