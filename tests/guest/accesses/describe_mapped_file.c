// SPDX-License-Identifier: GPL-2.0-or-later
// A mapped file by its name.
// run:
// expect: /is in a r-- mapped file .*\/describe_mapped_file segment$/
#include <stdlib.h>
#include <valgrind/memcheck.h>
#include <sys/mman.h>
#include <fcntl.h>
static volatile char seen;
int main(void)
{
  int fd = open("/proc/self/exe", O_RDONLY);
  volatile char *p = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
  VALGRIND_MAKE_MEM_NOACCESS(p, 4096);
  seen = p[8];
}
