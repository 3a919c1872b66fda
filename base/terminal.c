/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { COLUMNS_DEFAULT = 80, COLUMNS_MAX = 9999 };

unsigned terminal_columns(int fd)
{
  struct winsize size;
  const char *columns = getenv("COLUMNS");
  if (fd < 0 || !isatty(fd))
    return 0;
  if (ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return size.ws_col;
  const long number = columns ? strtol(columns, NULL, 10) : 0;
  return number > 0 && number <= COLUMNS_MAX ? (unsigned)number : COLUMNS_DEFAULT;
}

bool terminal_has_colour(int fd)
{
  const char *terminal = getenv("TERM"), *none = getenv("NO_COLOR");
  return fd >= 0 && isatty(fd) && !(terminal && strcmp(terminal, "dumb") == 0) && !(none && *none);
}
