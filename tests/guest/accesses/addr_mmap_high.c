// SPDX-License-Identifier: GPL-2.0-or-later
// Memory far up is granted where it is wished for and where it is demanded, and is checked as all other; a demand where Seep has its
// own is refused.
// run:
// stdout: granted, granted, refused: Cannot allocate memory, granted elsewhere
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (addr_mmap_high.c:@undefined)
// expect: Uninitialised value was created by a client request
// expect: Invalid write of size 1
// next: main (addr_mmap_high.c:@behind)
// expect: Warning: the program demands memory at 0x400000000000, where Seep has none to give, and refuses
// expect: Invalid read of size 8
// next: main (addr_mmap_high.c:@unmapped)
// expect: ERROR SUMMARY: 3 errors from 3 contexts
// compare: no, Memcheck grants all
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <valgrind/memcheck.h>

enum { BYTES = 1 << 20 };

static char *map(size_t at, int flags)
{
  return mmap((void *)at, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);
}

static void on_fault(int signal)
{
  _Exit(signal == SIGSEGV ? 0 : 1);
}

int main(void)
{
  char *wished = map(0xc000000000, 0), *fixed = map(0x100000000000, MAP_FIXED);
  int is_granted = wished == (char *)0xc000000000 && fixed == (char *)0x100000000000;
  memset(wished, 7, BYTES);
  memcpy(fixed, wished, BYTES / 2);
  VALGRIND_MAKE_MEM_UNDEFINED(fixed + 1337, 1);
  memmove(wished + 100, fixed + 1000, 1000);
  if (wished[100 + 337]) // @undefined
    is_granted &= fixed[1338] == 7;
  VALGRIND_MAKE_MEM_NOACCESS(wished + 4096, 16);
  wished[4096] = 1; // @behind
  char *moved = mremap(fixed, BYTES, 2 * BYTES, MREMAP_MAYMOVE | MREMAP_FIXED, (void *)0x1f0000000000);
  is_granted &= moved == (char *)0x1f0000000000 && moved[BYTES / 2 - 1] == 7 && moved[2 * BYTES - 1] == 0;
  printf(is_granted ? "granted, granted, " : "not granted, ");
  char *refused = map(0x400000000000, MAP_FIXED);
  printf("%s: %s, ", refused == MAP_FAILED ? "refused" : "not refused", strerror(errno));
  char *elsewhere = map(0x400000000000, 0);
  *elsewhere = 7;
  puts(elsewhere != MAP_FAILED ? "granted elsewhere" : "not granted");
  fflush(stdout);
  signal(SIGSEGV, on_fault);
  munmap(moved, 2 * BYTES);
  return *(volatile long *)(moved + 4096) != 0; // @unmapped
}
