/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How wide a terminal is. */
#ifndef SEEP_BASE_TERMINAL_H
#define SEEP_BASE_TERMINAL_H

#include <sys/ioctl.h>

/* Columns of the terminal that a descriptor leads to; 0: it leads to none, or that is not known. */
static inline unsigned terminal_columns(int fd)
{
  struct winsize size;
  return fd >= 0 && ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

#endif
