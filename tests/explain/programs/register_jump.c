// SPDX-License-Identifier: GPL-2.0-or-later
// A frame that has the pointer in a register is left by a jump: nobody returns it.
// explain -O0: 1337 left; local text of fails; not dropped
// explain -O2: 1337 never stored; allocated in fails @new; not dropped
#include "explain.h"
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf g_place;

static NOIPA void jump(void)
{
  longjmp(g_place, 1);
}

static NOIPA int fails(void)
{
  char *text = malloc(1337); // @new
  if (!text)
    abort();
  text[0] = 1;
  jump();
  return text[0];
}

int main(void)
{
  if (setjmp(g_place) == 0)
    return fails();
  return 0;
}
