// SPDX-License-Identifier: GPL-2.0-or-later
// Parameters of system calls: memory that is passed, and a register.
// run: --track-origins=yes
// expect: Syscall param write(buf) points to uninitialised byte(s)
// expect: Uninitialised value was created by a heap allocation
// next: at malloc
// next: by main (origin_syscall.c:@made)
// expect: Syscall param close(fd) contains uninitialised byte(s)
// expect: Uninitialised value was created by a stack allocation
// next: main (origin_syscall.c:@main)
#include <stdlib.h>
#include <unistd.h>
#include <fcntl.h>
int main(void)
{ // @main
  int file = open("/dev/null", O_WRONLY);
  char *p = malloc(100); // @made
  write(file, p, 100);
  int x;
  __asm__ volatile("" : : "r"(&x) : "memory");
  close(x | 1 << 20);
  free(p);
  return 0;
}
