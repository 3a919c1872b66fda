// SPDX-License-Identifier: GPL-2.0-or-later
// Ends by the signal given ("abort": by abort(), "fault": by a fault), itself or ("child") in a child; the scripts run it.
#include "guest.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static void end(const char *how)
{
  if (strcmp(how, "abort") == 0)
    abort();
  if (strcmp(how, "fault") == 0)
    *(volatile int *)0 = 1;
  raise(atoi(how));
  kill(getpid(), atoi(how));
}
int main(int count, char **arguments)
{
  if (count < 3)
    end(arguments[1]);
  if (fork() == 0)
    end(arguments[1]);
  wait(NULL);
}
