// SPDX-License-Identifier: GPL-2.0-or-later
// A structure of two words is returned in two registers, the second of which has the pointer; the caller looks at the
// first one only.
// explain -O0: 1337 left in use @end; local made of use; not dropped
// explain -O2: 1337 left in make @given; local made of make; dropped in use @end from make
#include "explain.h"
#include <stdlib.h>

struct value {
  long kind;
  char *text;
};

static NOIPA void fill(char **ret)
{
  *ret = malloc(1337);
}

static NOIPA struct value make(void)
{
  struct value made = {1, NULL};
  fill(&made.text);
  return made; // @given
} // @given

static NOIPA long use(void)
{
  struct value made = make();
  return made.kind; // @end
} // @end

int main(void)
{
  return use() != 1;
}
