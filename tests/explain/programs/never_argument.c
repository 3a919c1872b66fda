// SPDX-License-Identifier: GPL-2.0-or-later
// The result of strdup() is an argument of a function that only reads it.
// explain: 12 never stored; allocated in count @new
#include "explain.h"
#include <stdlib.h>
#include <string.h>

static NOIPA size_t count(const char *text)
{
  return strlen(strdup(text)); // @new
}

int main(void)
{
  return count("hello world") != 11;
}
