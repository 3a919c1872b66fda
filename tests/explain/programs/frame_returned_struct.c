// SPDX-License-Identifier: GPL-2.0-or-later
// A function returns a struct with a pointer, and its caller looks at another field only.
// explain: 1337 left in main_loop @lost; local result of main_loop / stack of main_loop; stored in query @stored
#include "explain.h"
#include <stdlib.h>

struct result {
  int status;
  char *rows;
  long count;
};

static NOIPA struct result query(int number)
{
  return (struct result){0, malloc(1337), number}; // @stored
}

static NOIPA long main_loop(void)
{
  struct result result = query(4);
  return result.count; // @lost
} // @lost

int main(void)
{
  return main_loop() != 4;
}
