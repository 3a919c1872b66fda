// SPDX-License-Identifier: GPL-2.0-or-later
// The list of what is open at exit has descriptors that --modify-fds has moved by the numbers that the program knows, and no others.
// needs: seep
// compare: no, Valgrind 3.19 has no such option
// run: --modify-fds=high --track-fds=yes
// stdout: 1
// expect: /FILE DESCRIPTORS: [0-9]+ open/
// next: /Open file descriptor [0-9]{3,}: \/dev\/zero/
// next: at
// expect: main (modify_fds_open.c:@left)
// reject: libc.so.6
// reject: /dev/full
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void)
{
  close(open("/dev/full", O_RDONLY));
  int left = open("/dev/zero", O_RDONLY); // @left
  printf("%d\n", left > 100);
  return 0;
}
