// SPDX-License-Identifier: GPL-2.0-or-later
// GET_VBITS and SET_VBITS: bit by bit, and what they return.
// run:
// stdout: get 1: ff 00 f0 0f
// stdout: set 1
// stdout: again 1: 01 80 00 ff
// stdout: empty 1
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (request_vbits.c:@TEST)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <stdio.h>
#include <stdlib.h>
#include <valgrind/memcheck.h>
static char output[4096];
static int get(const unsigned char *block, const char *label)
{
  unsigned char *bits = malloc(4);
  int result = VALGRIND_GET_VBITS(block, bits, 4);
  printf("%s %d: %02x %02x %02x %02x\n", label, result, bits[0], bits[1], bits[2], bits[3]);
  free(bits);
  return result;
}
int main(void)
{
  setvbuf(stdout, output, _IOFBF, sizeof output);
  unsigned char *volatile block = malloc(4);
  unsigned char junk = block[0];
  block[1] = 5;
  block[2] = junk & 0xf0;
  block[3] = junk & 0x0f;
  get(block, "get");
  static const unsigned char bits[4] = {0x01, 0x80, 0x00, 0xff};
  printf("set %u\n", VALGRIND_SET_VBITS(block, bits, 4));
  get(block, "again");
  printf("empty %u\n", VALGRIND_GET_VBITS(block, bits, 0));
  if ((block[0] & 0xfe) == 7 || (block[1] & 0x7f) == 7 || block[2] == 7)
    return 1;
  if (block[0] & 1) // @TEST
    return 0;
  free(block);
}
