// SPDX-License-Identifier: GPL-2.0-or-later
// The child's status reaches its parent unchanged, and both of them tell themselves apart by process id.
// run:
// stdout: child 17, own 0
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void)
{
  pid_t child = fork();
  if (!child)
    _exit(17);
  int status;
  waitpid(child, &status, 0);
  printf("child %d, own 0\n", WEXITSTATUS(status));
}
