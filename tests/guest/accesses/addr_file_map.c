// SPDX-License-Identifier: GPL-2.0-or-later
// A mapped file is defined up to the end of its last page, and unaddressable once it is unmapped.
// run:
// exit: SIGSEGV
// expect: Invalid read of size 1
// next: at main (addr_file_map.c:@gone)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <fcntl.h>
#include <sys/mman.h>
int main(int argc, char **argv)
{
  (void)argc;
  volatile char *p = mmap(0, 100, PROT_READ, MAP_PRIVATE, open(argv[0], O_RDONLY), 0);
  if (p[0] != 0x7f || p[1] != 'E')
    return 1;
  munmap((void *)p, 100);
  return p[1]; // @gone
}
