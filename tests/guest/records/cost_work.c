// SPDX-License-Identifier: GPL-2.0-or-later
// Work to be counted: so many rounds as the first argument says; with "fork" a child does them, with "kill" the program
// is killed after them, with "exec" it goes on as /bin/true.
// compare: no, for cost_runs.sh
// run: -- 7
// stdout: 28
// expect: ERROR SUMMARY: 0 errors
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((noinline)) static long one_round(long n)
{
  return n + 1;
}

static long rounds(long count)
{
  long sum = 0;
  for (long i = 0; i < count; i++)
    sum += one_round(i);
  return sum;
}

int main(int argc, char **argv)
{
  const char *how = argc > 2 ? argv[2] : "";
  if (strcmp(how, "fork") == 0 && fork() != 0)
    return wait(NULL) < 0;
  printf("%ld\n", rounds(atol(argv[1])));
  fflush(stdout);
  if (strcmp(how, "kill") == 0)
    kill(getpid(), SIGKILL);
  if (strcmp(how, "exec") == 0)
    execl("/bin/true", "true", (char *)NULL);
  return 0;
}
