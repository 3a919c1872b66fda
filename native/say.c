/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "native/say.h"

#include <stdbool.h>
#include <sys/syscall.h>
#include <string.h>

#include "shared/base/raw_syscalls.h"

enum { STANDARD_ERROR = 2, STATUS_SEEP_FAILED = 125 };

static int last_status = STATUS_SEEP_FAILED;
static bool is_silent;

void say_nothing(void)
{
  is_silent = true;
}

void say_status_is(int status)
{
  last_status = status;
}

static void print(const char *text)
{
  if (!is_silent)
    (void)raw_syscall(SYS_write, STANDARD_ERROR, (long)text, (long)strlen(text), 0, 0, 0);
}

void say(const char *text, const char *more)
{
  print(text);
  print(more);
}

void say_and_end(const char *text, const char *more)
{
  say(text, more);
  print("\n");
  for (;;)
    (void)raw_syscall(SYS_exit_group, last_status, 0, 0, 0, 0, 0);
}
