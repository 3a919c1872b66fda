// SPDX-License-Identifier: GPL-2.0-or-later
// A program gives monitor commands: printf's way.
#ifndef SEEP_TESTS_GUEST_MONITOR_H
#define SEEP_TESTS_GUEST_MONITOR_H

#include <stdarg.h>
#include <stdio.h>
#include <valgrind/valgrind.h>

// Returns 0 when the command was known.
static int __attribute__((format(printf, 1, 2))) monitor(const char *format, ...)
{
  static char command[256];
  va_list args;
  va_start(args, format);
  vsnprintf(command, sizeof command, format, args);
  va_end(args);
  return (int)VALGRIND_MONITOR_COMMAND(command);
}

#endif
