// SPDX-License-Identifier: GPL-2.0-or-later
// A signal handler throws the cache away, but does not free it.
// explain: 1337 overwritten NULL in on_signal @lost; global g_cache; stored in fill_cache @stored
#include "explain.h"
#include <signal.h>
#include <stdlib.h>

char *volatile g_cache;

static NOIPA void fill_cache(void)
{
  g_cache = malloc(1337); // @stored
}

static void on_signal(int number)
{
  (void)number;
  g_cache = NULL; // @lost
}

int main(void)
{
  signal(SIGUSR1, on_signal);
  fill_cache();
  raise(SIGUSR1);
  return g_cache != NULL;
}
