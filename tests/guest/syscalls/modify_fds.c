// SPDX-License-Identifier: GPL-2.0-or-later
// --modify-fds gives new descriptors high numbers, none of them twice, and keeps their flags.
// needs: seep
// compare: no, Valgrind 3.19 has no such option
// run: --modify-fds=yes
// stdout: falling, closed on exec, chosen ones kept
// reject: File descriptor
// run: --modify-fds=high --track-fds=bad
// stdout: falling, closed on exec, chosen ones kept
// reject: File descriptor
// run:
// stdout: rising, closed on exec, chosen ones kept
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
  int first = open("/dev/null", O_RDONLY | O_CLOEXEC);
  int flags = fcntl(first, F_GETFD);
  close(first);
  int second = open("/dev/null", O_RDONLY), third = dup(second);
  char byte;
  int chosen = dup2(second, 57) == 57 && fcntl(second, F_DUPFD, 59) == 59;
  printf("%s, %s, %s\n", second < first && third < second && read(third, &byte, 1) == 0 ? "falling" : "rising",
         flags == FD_CLOEXEC ? "closed on exec" : "kept on exec", chosen ? "chosen ones kept" : "chosen ones moved");
  close(second);
  close(third);
  return 0;
}
