// SPDX-License-Identifier: GPL-2.0-or-later
// Anonymous memory, by its permissions.
// run:
// expect: /is in a rw- anonymous segment$/
// expect: /is in a r-- anonymous segment$/
#include <stdlib.h>
#include <valgrind/memcheck.h>
#include <sys/mman.h>
static volatile char seen;
int main(void)
{
  volatile char *p = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  VALGRIND_MAKE_MEM_NOACCESS(p, 8192);
  seen = p[8];
  mprotect((void *)p, 4096, PROT_READ);
  VALGRIND_MAKE_MEM_NOACCESS(p, 8192);
  seen = p[16];
}
