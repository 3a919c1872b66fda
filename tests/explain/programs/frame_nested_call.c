// SPDX-License-Identifier: GPL-2.0-or-later
// Three calls deep, a function takes a buffer for itself and returns an error, which all others pass on.
// explain: 1337 left in encode @lost; local work of encode; stored in take @stored
#include "explain.h"
#include <stdlib.h>

static NOIPA void take(char **out)
{
  *out = malloc(1337); // @stored
}

static NOIPA int encode(int value)
{
  char *work;
  take(&work);
  work[0] = (char)value;
  return -value; // @lost
} // @lost

static NOIPA int write_field(int value)
{
  int status = encode(value);
  return status < 0 ? status : 0;
}

static NOIPA int save(int value)
{
  int status = write_field(value);
  return status < 0 ? status : 0;
}

int main(void)
{
  return save(5) != -5;
}
