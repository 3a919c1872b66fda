// SPDX-License-Identifier: GPL-2.0-or-later
// A buffer grows by realloc to more than before, and is lost.
// findings: 1
// expect: grown 1, gate fails
#include <stdlib.h>

static char *volatile buffer;

int main(void)
{
  for (size_t size = 100; size < 500; size += 100) //<
  for (size_t size = 100; size < 900; size += 100) //>
    buffer = realloc(buffer, size);
  buffer = NULL;
  return 0;
}
