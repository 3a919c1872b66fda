/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What standard input is, in a word for the record, so that `seep explain` can give a program the same again:
 *
 *   none         /dev/null
 *   OFFSET:PATH  a file, from byte OFFSET on
 *   terminal, pipe, other */
#ifndef SEEP_SHARED_BASE_STANDARD_INPUT_H
#define SEEP_SHARED_BASE_STANDARD_INPUT_H

#include <asm/termbits.h>
#include <asm/ioctls.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "shared/base/raw_syscalls.h"

enum {
  STANDARD_INPUT_BYTES = 4096 + 32,           /* a path and a number */
  STANDARD_INPUT_NULL_DEVICE = 1 << 8 | 3,    /* /dev/null has this number everywhere */
};

/* "OFFSET:"; how many bytes that is. */
static inline size_t standard_input_put_offset(char *text, unsigned long offset)
{
  size_t digits = 1;
  for (unsigned long rest = offset; rest >= 10; rest /= 10)
    digits++;
  for (size_t i = digits; i-- > 0; offset /= 10)
    text[i] = (char)('0' + offset % 10);
  text[digits] = ':';
  return digits + 1;
}

/* `text` has room for STANDARD_INPUT_BYTES; false: there is no path, or no offset. */
static inline int standard_input_put_file(char *text)
{
  const long offset = raw_syscall(SYS_lseek, STDIN_FILENO, 0, SEEK_CUR, 0, 0, 0);
  if (offset < 0)
    return 0;
  const size_t at = standard_input_put_offset(text, (unsigned long)offset);
  const long length = raw_syscall(SYS_readlink, (long)"/proc/self/fd/0", (long)(text + at),
                                  (long)(STANDARD_INPUT_BYTES - at - 1), 0, 0, 0);
  text[at + (size_t)(length > 0 ? length : 0)] = '\0';
  return length > 0;
}

/* In `text`, which has that room, or static. */
static inline const char *standard_input_word(char *text)
{
  struct stat status;
  struct termios terminal;
  if (raw_syscall(SYS_fstat, STDIN_FILENO, (long)&status, 0, 0, 0, 0) < 0)
    return "none";
  if (S_ISREG(status.st_mode))
    return standard_input_put_file(text) ? text : "other";
  if (S_ISCHR(status.st_mode) && status.st_rdev == STANDARD_INPUT_NULL_DEVICE)
    return "none";
  if (raw_syscall(SYS_ioctl, STDIN_FILENO, TCGETS, (long)&terminal, 0, 0, 0) == 0)
    return "terminal";
  return S_ISFIFO(status.st_mode) ? "pipe" : "other";
}

#endif
