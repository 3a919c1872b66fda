/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/base/terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "host/base/utf8.h"
#include "host/base/write_all.h"

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

static enum terminal_colour colour_wanted;

void terminal_want_colour(enum terminal_colour wanted)
{
  colour_wanted = wanted;
}

static bool is_forced_by(const char *name)
{
  const char *value = getenv(name);
  return value && *value && strcmp(value, "0") != 0;
}

bool terminal_has_colour(int fd)
{
  const char *terminal = getenv("TERM"), *none = getenv("NO_COLOR");
  if (fd < 0 || colour_wanted != TERMINAL_COLOUR_AUTO)
    return fd >= 0 && colour_wanted == TERMINAL_COLOUR_ALWAYS;
  if (none && *none)
    return false;
  if (is_forced_by("FORCE_COLOR") || is_forced_by("CLICOLOR_FORCE"))
    return true;
  return isatty(fd) && !(terminal && strcmp(terminal, "dumb") == 0);
}

/* How many bytes fit in a line, whole characters, as far as they take a column each. */
static size_t bytes_that_fit(const char *line, unsigned columns)
{
  const char *at = line;
  while (*at && columns-- > 1)
    at += utf8_character(at);
  return (size_t)(at - line);
}

void terminal_show_progress(const char *text)
{
  static const char erase[] = "\r\033[K";
  char *line = text && isatty(STDERR_FILENO) ? utf8_line(text, 0) : NULL;
  if (isatty(STDERR_FILENO))
    (void)write_all(STDERR_FILENO, erase, sizeof erase - 1);
  if (line)
    (void)write_all(STDERR_FILENO, line, bytes_that_fit(line, terminal_columns(STDERR_FILENO)));
  free(line);
}
