// SPDX-License-Identifier: GPL-2.0-or-later
// After an error the work begins again at setjmp(), and takes its buffer a second time.
// explain: 1337 overwritten block in take @lost; local buffer of work; stored in take @lost; value from take @new
#include "explain.h"
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf again;

static NOIPA void take(char **out)
{
  char *fresh = malloc(1337); // @new
  *out = fresh;               // @lost
}

static NOIPA void step(int attempt)
{
  if (attempt == 0)
    longjmp(again, 1);
}

static NOIPA void work(void)
{
  char *buffer;
  int attempt = setjmp(again);
  take(&buffer);
  step(attempt);
  free(buffer);
}

int main(void)
{
  work();
}
