/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "native/mappings.h"

#include <stddef.h>

#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>

#include "shared/base/raw_syscalls.h"

static int open_path(const char *path)
{
  return (int)raw_syscall(SYS_open, (long)path, O_RDONLY | O_CLOEXEC, 0, 0, 0, 0);
}

/* The thread is named, as the process has none of these any more where main() has ended and other threads go on.
 * /proc/thread-self is a tracer's where that translates paths (proot), and where /proc is another namespace's it is the
 * only way. */
int mappings_open(const char *name)
{
  enum { NUMBER_BYTES = 20, PATH_BYTES = 80 };
  char path[PATH_BYTES] = "/proc/self/task/", digits[NUMBER_BYTES + 1] = "";
  char *digit = digits + NUMBER_BYTES;
  for (long id = raw_syscall(SYS_gettid, 0, 0, 0, 0, 0, 0); id > 0; id /= 10)
    *--digit = (char)('0' + id % 10);
  const int file = open_path(strcat(strcat(strcat(path, digit), "/"), name));
  return file >= 0 ? file : open_path(strcat(strcpy(path, "/proc/thread-self/"), name));
}

void mappings_begin(struct mappings *mappings)
{
  mappings->file = mappings_open("maps");
  mappings->count = mappings->at = 0;
}

void mappings_end(struct mappings *mappings)
{
  if (mappings->file >= 0)
    (void)raw_syscall(SYS_close, mappings->file, 0, 0, 0, 0, 0);
}

/* -1: the list is over. */
static int next_letter(struct mappings *mappings)
{
  if (mappings->at == mappings->count) {
    const long count = mappings->file < 0
                         ? 0
                         : raw_syscall(SYS_read, mappings->file, (long)mappings->text, sizeof mappings->text, 0, 0, 0);
    if (count <= 0)
      return -1;
    mappings->count = (unsigned)count;
    mappings->at = 0;
  }
  return (unsigned char)mappings->text[mappings->at++];
}

/* Returns the letter after the number. */
static int read_number(struct mappings *mappings, unsigned base, uint64_t *ret)
{
  *ret = 0;
  for (;;) {
    const int letter = next_letter(mappings);
    unsigned digit = base;
    if (letter >= '0' && letter <= '9')
      digit = (unsigned)letter - '0';
    else if (letter >= 'a' && letter <= 'f')
      digit = (unsigned)letter - 'a' + 10;
    if (digit >= base)
      return letter;
    *ret = *ret * base + digit;
  }
}

static void read_path(struct mappings *mappings, int letter)
{
  unsigned size = 0;
  while (letter == ' ')
    letter = next_letter(mappings);
  for (; letter >= 0 && letter != '\n'; letter = next_letter(mappings))
    if (size < MAPPINGS_PATH_BYTES - 1)
      mappings->mapping.path[size++] = (char)letter;
  mappings->mapping.path[size] = '\0';
}

const struct mapping *mappings_next(struct mappings *mappings)
{
  struct mapping *const mapping = &mappings->mapping;
  uint64_t major, minor;
  if (read_number(mappings, 16, &mapping->start) < 0)
    return NULL;
  read_number(mappings, 16, &mapping->end);
  mapping->is_readable = next_letter(mappings) == 'r';
  mapping->is_writable = next_letter(mappings) == 'w';
  mapping->is_executable = next_letter(mappings) == 'x';
  mapping->is_shared = next_letter(mappings) == 's';
  next_letter(mappings);
  read_number(mappings, 16, &mapping->file_offset);
  read_number(mappings, 16, &major);
  read_number(mappings, 16, &minor);
  mapping->device = (minor & 0xff) | major << 8 | (minor & ~UINT64_C(0xff)) << 12;
  read_path(mappings, read_number(mappings, 10, &mapping->inode));
  return mapping;
}
