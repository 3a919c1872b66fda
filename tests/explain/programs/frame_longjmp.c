// SPDX-License-Identifier: GPL-2.0-or-later
// An error is told by longjmp(): the frames between are left without their free().
// It is told where control arrives, as the stack pointer moves there.
// explain: 1337 left in main; local text of parse; stored in take @stored
#include "explain.h"
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf on_error;

static NOIPA void take(char **out)
{
  *out = malloc(1337); // @stored
}

static NOIPA void fail(int code)
{
  longjmp(on_error, code);
}

static NOIPA void parse(int length)
{
  char *text;
  take(&text);
  if (length < 0)
    fail(2);
  free(text);
}

int main(void)
{
  int code = setjmp(on_error);
  if (code == 0)
    parse(-1);
  return code != 2;
}
