// SPDX-License-Identifier: GPL-2.0-or-later
// An error is told by longjmp(): the frames between are left without their free().
// explain: 1337 left in fail @lost; local text of parse; stored in take @stored
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
  longjmp(on_error, code); // @lost
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
