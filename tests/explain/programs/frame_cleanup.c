// SPDX-License-Identifier: GPL-2.0-or-later
// Two buffers, one label for cleaning up, which frees only the first.
// explain: 1337 left in convert @lost; local output of convert; stored in take @stored
#include "explain.h"
#include <stdlib.h>

static NOIPA int take(char **out, size_t bytes)
{
  *out = calloc(1, bytes); // @stored
  return *out ? 0 : -1;
}

static NOIPA int convert(void)
{
  char *input = NULL, *output = NULL;
  int status = -1;
  if (take(&input, 100) < 0)
    goto end;
  if (take(&output, 1337) < 0)
    goto end;
  status = input[0] + output[0];
end:
  free(input);
  return status; // @lost
} // @lost

int main(void)
{
  return convert();
}
