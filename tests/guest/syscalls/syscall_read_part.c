// SPDX-License-Identifier: GPL-2.0-or-later
// read() defines as many bytes as it read, no more.
// run: -- defined
// reject: Conditional jump
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// run: -- beyond
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (syscall_read_part.c:@TEST)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv)
{
  int ends[2];
  if (pipe(ends) < 0)
    return 1;
  write(ends[1], "abcd", 4);
  char *volatile block = malloc(10);
  read(ends[0], block, 10);
  if (block[argv[argc - 1][0] == 'd' ? 3 : 4] == 'x') // @TEST
    return 1;
  free(block);
}
