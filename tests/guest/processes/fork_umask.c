// SPDX-License-Identifier: GPL-2.0-or-later
// The umask of a program is not that of its children's records (records/record_umask.sh).
// compare: no, it has no report
// run: -q
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void)
{
  umask(0777);
  if (fork() == 0)
    return 0;
  wait(NULL);
  return 0;
}
