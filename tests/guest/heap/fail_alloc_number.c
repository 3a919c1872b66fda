// SPDX-License-Identifier: GPL-2.0-or-later
// The second allocation of the program fails, and what the error path loses is found.
// compare: no, Memcheck has no such option
// run: --leak-check=full --fail-alloc=2
// stdout: 1
// expect: An allocation of 2,674 bytes fails, as --fail-alloc=2 asks for:
// next: at calloc (
// next: by parse (fail_alloc_number.c:@table)
// expect: total heap usage: 1 allocs, 0 frees, 1,337 bytes allocated
// expect: 1,337 bytes in 1 blocks are definitely lost in loss record 1 of 1
#include "guest.h"
#include <stdlib.h>
#include <unistd.h>

static NOINLINE char *parse(size_t bytes)
{
  char *text = malloc(bytes);
  char *table = calloc(bytes, 2); // @table
  if (!table)
    return NULL; // text is lost here
  free(text);
  return table;
}

int main(void)
{
  char *table = parse(1337);
  scrub();
  write(1, table ? "0\n" : "1\n", 2);
  free(table);
}
