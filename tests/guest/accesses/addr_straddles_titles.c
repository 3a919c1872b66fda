// SPDX-License-Identifier: GPL-2.0-or-later
// People are told of an access that begins in a block and ends behind it as an overflow, with how many bytes of it lie there; in a freed
// block it is a use after free; where the program has closed a part of the block, it is neither.
// needs: seep
// compare: no, Memcheck has no such words
// run: --style=people
// expect: heap buffer overflow: read of 8 bytes, of which 3 are past the end of a block of 1,337 bytes
// expect: heap buffer overflow: write of 2 bytes, of which 1 is past the end of a block of 1,337 bytes
// expect: heap buffer underflow: read of 8 bytes, 3 bytes before a block of 1,337 bytes
// expect: invalid read of 1 byte, 700 bytes into a block of 1,337 bytes
// expect: use after free: read of 8 bytes, 1,332 bytes into a freed block of 1,337 bytes
// expect: impossible size: argument size of malloc is 18,446,744,073,709,551,615 (-1 as a signed number)
// expect: impossible size: calloc of 9,223,372,036,854,775,807 elements of 3 bytes, which is more than any memory
// expect: doubtful allocation: realloc to no bytes
// expect: a check of the program found bytes that are uninitialised
// reject: other error
#include <stdint.h>
#include <stdlib.h>
#include <valgrind/memcheck.h>

static long read_at(const char *at)
{
  return *(const volatile long *)at;
}

static void *volatile kept;

int main(void)
{
  volatile size_t huge = SIZE_MAX;
  char *p = calloc(1337, 1);
  long sum = read_at(p + 1332);
  *(volatile short *)(p + 1336) = 1;
  sum += read_at(p - 3);
  VALGRIND_MAKE_MEM_NOACCESS(p + 700, 1);
  sum += *(volatile char *)(p + 700);
  free(p);
  sum += read_at(p + 1332);
  kept = malloc(huge);
  kept = calloc(huge / 2, 3);
  kept = realloc(malloc(13), sum * 0);
  char never_set[13];
  VALGRIND_CHECK_MEM_IS_DEFINED(never_set, sizeof never_set);
}
