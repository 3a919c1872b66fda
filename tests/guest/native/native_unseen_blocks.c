// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks: blocks that come from the C library itself, of all kinds, are its own to free and to resize: nothing
// is reported of them.
// compare: no, it is Seep's own
// run: --checks=leaks
// stdout: all freed
// reject: Invalid free
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern void *__libc_malloc(size_t bytes);
extern void *__libc_memalign(size_t alignment, size_t bytes);

static const size_t sizes[] = {1, 24, 25, 1337, 5000, 70000, 200000, 40000000};

int main(void)
{
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    void *volatile before = malloc(100);
    char *block = __libc_malloc(sizes[i]), *aligned = __libc_memalign(4096, sizes[i]);
    memset(block, 0x21, sizes[i]);
    memset(aligned, 0x21, sizes[i]);
    block = realloc(block, sizes[i] + 100);
    free(before);
    free(aligned);
    free(block);
  }
  puts("all freed");
  return 0;
}
