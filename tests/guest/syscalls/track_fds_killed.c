// SPDX-License-Identifier: GPL-2.0-or-later
// The list of open descriptors is printed for a program that a signal ends, too.
// needs: seep
// run: --track-fds=yes --style=people
// exit: SIGABRT
// expect: killed by SIGABRT
// expect: FILE DESCRIPTORS: 
// expect: Open file descriptor 38: /dev/full
// expect: killed by SIGABRT, no errors, no leaks
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
int main(void)
{
  dup2(open("/dev/full", O_WRONLY), 38);
  abort();
}
