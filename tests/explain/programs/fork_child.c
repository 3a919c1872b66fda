// SPDX-License-Identifier: GPL-2.0-or-later
// A child forgets what it has inherited; its parent frees it.
// options: --count-inherited=yes
// explain: 1337 overwritten NULL in forget @lost; global g_state; stored in make @stored
#include "explain.h"
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

char *g_state;

static NOIPA void make(void)
{
  g_state = malloc(1337); // @stored
}

static NOIPA void forget(void)
{
  g_state = NULL; // @lost
}

int main(void)
{
  int status = 0;
  make();
  pid_t child = fork();
  if (child == 0) {
    forget();
    return 0;
  }
  waitpid(child, &status, 0);
  free(g_state);
  return status;
}
