// SPDX-License-Identifier: GPL-2.0-or-later
// The origin of undefined bytes given to a system call: a stack frame.
// build: -Wno-maybe-uninitialized
// run: --read-var-info=no --track-origins=yes
// expect: Syscall param write(buf) points to uninitialised byte(s)
// expect: is on thread 1's stack
// expect: Uninitialised value was created by a stack allocation
// next: send_junk (syscall_write_origin_stack.c
#include "guest.h"
#include <fcntl.h>
#include <unistd.h>
static NOINLINE void send_junk(int fd)
{
  char junk[64];
  write(fd, junk, sizeof junk);
}
int main(void)
{
  send_junk(open("/dev/null", O_WRONLY));
}
