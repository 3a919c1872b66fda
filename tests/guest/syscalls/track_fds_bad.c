// SPDX-License-Identifier: GPL-2.0-or-later
// --track-fds=bad: descriptors that are closed twice, used after they were closed, or never were.
// needs: seep
// compare: no, Valgrind 3.19 has no such errors
// run: --track-fds=bad --gen-suppressions=all
// reject: FILE DESCRIPTORS
// reject: Warning
// expect: File descriptor 37: /dev/null is already closed
// expect: by main (track_fds_bad.c:@again)
// expect: Previously closed
// expect: by main (track_fds_bad.c:@close)
// expect: Originally opened
// expect: by main (track_fds_bad.c:@dup)
// expect: CoreError:FdBadClose
// expect: fun:close
// expect: File descriptor 37 was closed already
// expect: by main (track_fds_bad.c:@use)
// expect: Previously closed
// expect: CoreError:FdBadUse
// expect: File descriptor 38 was never created
// expect: by main (track_fds_bad.c:@never)
// expect: File descriptor -7 Invalid file descriptor
// expect: ERROR SUMMARY: 4 errors from 4 contexts
// run: --track-fds=yes
// expect: File descriptor 37: /dev/null is already closed
// expect: File descriptor -7 Invalid file descriptor
// next: at
// next: by
// next: Finding
// next: /^$/
// next: /^$/
// next: /FILE DESCRIPTORS: 4 open \(3 (std|inherited)\) at exit\./
// next: Open file descriptor 39: /dev/null
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

static void right(void)
{
  int two[2];
  char byte;
  if (pipe(two) == 0 && write(two[1], "x", 1) == 1 && read(two[0], &byte, 1) == 1) {
    close(two[0]);
    close(two[1]);
  }
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, two) == 0) {
    fcntl(two[0], F_DUPFD, 41);
    close(41);
    dup2(two[1], two[0]);
    close(two[0]);
    close(two[1]);
  }
}

int main(void)
{
  right();
  int fd = open("/dev/null", O_RDWR);
  dup2(fd, 37); // @dup
  close(37);    // @close
  close(37);    // @again
  int failed = write(37, "x", 1) < 0; // @use
  failed += write(38, "x", 1) < 0;    // @never
  failed += write(-7, "x", 1) < 0;
  dup2(fd, 39);
  close(fd);
  return failed - 3;
}
