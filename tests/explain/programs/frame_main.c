// SPDX-License-Identifier: GPL-2.0-or-later
// main() itself never frees what it has.
// explain: 1337 left in main @lost; local options of main; stored in read_options @stored
#include "explain.h"
#include <stdlib.h>

static NOIPA int read_options(char **out)
{
  *out = malloc(1337); // @stored
  return 0;
}

int main(void)
{
  char *options;
  int status = read_options(&options);
  return status; // @lost
} // @lost
