// SPDX-License-Identifier: GPL-2.0-or-later
// A function returns what another one has put into a variable of its own, and its caller drops it: nobody may free it
// in the function that returns it.
// explain -O0: 1337 left in use @end; local text of use; not dropped
// explain -O2: 1337 left in make @given; local text of make; dropped in use @end from make
#include "explain.h"
#include <stdlib.h>

static NOIPA int fill(char **ret)
{
  *ret = malloc(1337);
  return *ret != NULL;
}

static NOIPA char *make(void)
{
  char *text;
  if (!fill(&text))
    abort();
  return text; // @given
} // @given

static NOIPA int use(void)
{
  char *text = make();
  text[0] = 1;
  return text[0]; // @end
} // @end

int main(void)
{
  return use() != 1;
}
