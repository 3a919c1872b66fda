// SPDX-License-Identifier: GPL-2.0-or-later
// What the C library calls between one of its functions and the system call is left out of stacks, and is none of the
// frames by which two errors are the same.
// needs: seep
// compare: no, Valgrind 3.24 shows them
// run: --num-callers=4
// expect: Syscall param write(buf) points to uninitialised byte(s)
// next: at write
// next: by inner (syscall_frames.c:@WRITE)
// next: by outer (syscall_frames.c:@INNER)
// next: by main
// expect: Syscall param close(fd) contains uninitialised byte(s)
// next: at close
// next: by main (syscall_frames.c:@CLOSE)
// expect: ERROR SUMMARY: 3 errors from 3 contexts
// run: --track-fds=yes --sanity-level=2
// expect: Open file descriptor 37: /dev/null
// reject: _cancel
#include "undefined.h"
#include <fcntl.h>
#include <unistd.h>

static NOINLINE void inner(int file, const void *bytes)
{
  write(file, bytes, 13); // @WRITE
  sink++;
}

static NOINLINE void outer(int file, const void *bytes)
{
  inner(file, bytes); // @INNER
  sink++;
}

int main(void)
{
  unsigned char *bytes = undefined(13);
  int file = open("/dev/null", O_WRONLY);
  dup2(file, 37);
  outer(file, bytes);
  outer(file, bytes);
  close(100 + (bytes[0] & 1)); // @CLOSE
  return 0;
}
