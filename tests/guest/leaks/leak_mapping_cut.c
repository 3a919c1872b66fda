// SPDX-License-Identifier: GPL-2.0-or-later
// The search passes over pages of a mapped file that has become shorter; each of them faults.
// run:
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: ERROR SUMMARY: 1 errors from 1 contexts (suppressed: 0 from 0)
#include "lose.h"
#include <sys/mman.h>
#include <unistd.h>
int main(void)
{
  char name[] = "mapping.XXXXXX";
  int fd = mkstemp(name);
  unlink(name);
  if (ftruncate(fd, 1 << 20) != 0)
    return 1;
  mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
  mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (ftruncate(fd, 4096) != 0)
    return 1;
  lose(1337);
  scrub();
}
