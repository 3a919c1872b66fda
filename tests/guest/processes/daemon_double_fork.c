// SPDX-License-Identifier: GPL-2.0-or-later
// A daemon (two forks, setsid, every descriptor closed) leaves its report in the log file.
// run: --log-file=report.%p
// report: report.*
// expect: 1,337 bytes in 1 blocks are definitely lost
#include "lose.h"
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
static void serve(void)
{
  setsid();
  if (fork())
    _exit(0);
  if (chdir("/"))
    _exit(1);
  for (int descriptor = 0; descriptor < 1024; descriptor++)
    close(descriptor);
  lose(1337);
  scrub();
  exit(0);
}
int main(void)
{
  // The daemon becomes a child of ours again when its own parent ends, so that the test knows when it is over.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  pid_t child = fork();
  if (!child)
    serve();
  while (wait(NULL) > 0)
    ;
}
