// SPDX-License-Identifier: GPL-2.0-or-later
// The program ends by exit() in a function of its own: the frames of those that called it are still there.
// explain: 1337 reachable held; local options of run; stored in read_options @stored
#include "explain.h"
#include <stdlib.h>

static NOIPA void read_options(char **out)
{
  *out = calloc(1, 1337); // @stored
}

static NOIPA void finish(int status)
{
  exit(status);
}

static NOIPA void run(void)
{
  char *options;
  read_options(&options);
  finish(options[0]);
  free(options);
}

int main(void)
{
  run();
}
