// SPDX-License-Identifier: GPL-2.0-or-later
// Parent and child lose the same block in different ways.
// options: --count-inherited=yes
// explain: 1337 overwritten NULL in forget @parent; global g_state; stored in make @stored
// explain: 1337 overwritten other in spoil @child; global g_state; stored in make @stored
#include "explain.h"
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

uintptr_t g_state;

static NOIPA void make(void)
{
  g_state = (uintptr_t)malloc(1337); // @stored
}

static NOIPA void forget(void)
{
  g_state = 0; // @parent
}

static NOIPA void spoil(int value)
{
  g_state = (uintptr_t)value; // @child
}

int main(void)
{
  int status = 0;
  make();
  pid_t child = fork();
  if (child == 0) {
    spoil(5);
    return 0;
  }
  forget();
  waitpid(child, &status, 0);
  return status;
}
