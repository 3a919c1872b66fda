// SPDX-License-Identifier: GPL-2.0-or-later
// Parameters of system calls: memory that is passed, of the heap and of a frame, and a register.
// run: --track-origins=yes --read-var-info=no
// expect: Syscall param write(buf) points to uninitialised byte(s)
// expect: is 0 bytes inside a block of size 100 alloc'd
// expect: Uninitialised value was created by a heap allocation
// next: at malloc
// next: by main (origin_syscall.c:@made)
// expect: Syscall param write(buf) points to uninitialised byte(s)
// expect: is on thread 1's stack
// expect: Uninitialised value was created by a stack allocation
// next: send_junk (origin_syscall.c:@frame)
// expect: Syscall param close(fd) contains uninitialised byte(s)
// expect: Uninitialised value was created by a stack allocation
// next: main (origin_syscall.c:@main)
#include "guest.h"
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
static NOINLINE void send_junk(int file)
{ // @frame
  char junk[64];
  write(file, junk, sizeof junk);
}
int main(void)
{ // @main
  int file = open("/dev/null", O_WRONLY);
  char *p = malloc(100); // @made
  write(file, p, 100);
  send_junk(file);
  int x;
  __asm__ volatile("" : : "r"(&x) : "memory");
  close(x | 1 << 20);
  free(p);
  return 0;
}
