// SPDX-License-Identifier: GPL-2.0-or-later
// Each thread keeps the text of its last error; the second error of the thread drops the text of the first.
// explain: 1337 overwritten block in set_error @lost; thread last_error; stored in set_error @lost
#include "explain.h"
#include <stdio.h>
#include <stdlib.h>

_Thread_local char *last_error;

static NOIPA void set_error(int code)
{
  char *text = malloc(1337);
  snprintf(text, 1337, "error %d", code);
  last_error = text; // @lost
}

int main(void)
{
  set_error(1);
  set_error(2);
  puts(last_error);
  free(last_error);
}
