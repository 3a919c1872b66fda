/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A file is opened without waiting and examined before a byte is read, so that neither a device nor a pipe without a
 * writer holds Seep up. Its size is limited, like that of any input. */
#include "suppressions/file_text.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "host/base/memory.h"
#include "suppressions/entry.h"

enum { FILE_FIRST_BYTES = 1 << 14, FILE_MAX_BYTES = 1 << 26, PATIENCE_MS = 10000 };

static struct error *grow_text(char **text, size_t *capacity)
{
  if (*capacity >= FILE_MAX_BYTES)
    return error_format("is larger than %d bytes", FILE_MAX_BYTES);
  *capacity *= 2;
  *text = memory_resize(*text, *capacity, 1);
  return NULL;
}

/* A pipe's writer may take its time, but not for ever; errno stays as it was. */
static bool wait_for_more(int fd)
{
  struct pollfd ready = {.fd = fd, .events = POLLIN};
  const bool has_come = poll(&ready, 1, PATIENCE_MS) > 0;
  errno = EAGAIN;
  return has_come;
}

/* Read to the end into `text`, which may be moved; it always has room for one byte more than *size. */
static struct error *read_to_end(int fd, char **text, size_t *size)
{
  size_t capacity = FILE_FIRST_BYTES;
  for (;;) {
    ssize_t count = read(fd, *text + *size, capacity - *size - 1);
    if (count == 0)
      return NULL;
    if (count < 0 && errno != EINTR && !(errno == EAGAIN && wait_for_more(fd)))
      return errno == EAGAIN ? error_format("nothing comes from this pipe for %d seconds", PATIENCE_MS / 1000)
                             : error_errno(errno, "cannot be read");
    *size += count > 0 ? (size_t)count : 0;
    RETURN_IF_ERROR(*size == capacity - 1 ? grow_text(text, &capacity) : NULL);
  }
}

static struct error *read_all(int fd, struct file_text *ret)
{
  char *text = memory_allocate(FILE_FIRST_BYTES);
  size_t size = 0;
  struct error *error = read_to_end(fd, &text, &size);
  if (error) {
    free(text);
    return error;
  }
  text[size] = '\0';
  *ret = (struct file_text){.text = text, .size = size};
  return NULL;
}

static struct error *check_type(const struct stat *status)
{
  bool is_null = S_ISCHR(status->st_mode) && status->st_rdev == makedev(1, 3);
  if (S_ISREG(status->st_mode) || S_ISFIFO(status->st_mode) || is_null)
    return NULL;
  return S_ISDIR(status->st_mode) ? error_format("is a directory, not a suppression file")
                                  : error_format("is neither a file nor a pipe");
}

static struct error *read_checked(int fd, struct file_text *ret, struct file_identity *ret_identity)
{
  struct stat status;
  if (fstat(fd, &status) < 0)
    return error_errno(errno, "cannot be examined");
  struct error *error = check_type(&status);
  if (!error && S_ISREG(status.st_mode) && status.st_size > FILE_MAX_BYTES)
    error = error_format("is larger than %d bytes", FILE_MAX_BYTES);
  if (error)
    return error;
  error = read_all(fd, ret);
  if (!error)
    *ret_identity = (struct file_identity){status.st_dev, status.st_ino};
  return error;
}

struct error *file_text_open(const char *path, struct file_text *ret, struct file_identity *ret_identity,
                             bool *ret_missing)
{
  int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  *ret_missing = fd < 0 && (errno == ENOENT || errno == ENOTDIR);
  if (fd < 0)
    return error_errno(errno, "cannot be opened");
  struct error *error = read_checked(fd, ret, ret_identity);
  close(fd);
  return error;
}

void file_text_copy(const char *text, size_t size, struct file_text *ret)
{
  char *copy = memory_allocate(size + 1);
  if (size > 0)
    memcpy(copy, text, size);
  copy[size] = '\0';
  *ret = (struct file_text){.text = copy, .size = size};
}

void file_text_deinit(struct file_text *source)
{
  free(source->text);
}

/* The white space of the C locale, whatever the locale is. */
static bool is_space(char character)
{
  return character == ' ' || (character >= '\t' && character <= '\r');
}

/* The bytes up to the next newline, which is overwritten. */
static struct error *take_line(struct file_text *source, char **ret_start, size_t *ret_size)
{
  char *start = source->text + source->position;
  char *newline = memchr(start, '\n', source->size - source->position);
  size_t size = newline ? (size_t)(newline - start) : source->size - source->position;
  source->position += size + (newline != NULL);
  source->line++;
  if (size > SUPPRESSIONS_LINE_MAX_BYTES)
    return error_format("%s:%u: expected at most %d bytes in a line, found %zu", source->name, source->line,
                        SUPPRESSIONS_LINE_MAX_BYTES, size);
  if (memchr(start, '\0', size))
    return error_format("%s:%u: expected text, found a NUL byte", source->name, source->line);
  start[size] = '\0';
  *ret_start = start;
  *ret_size = size;
  return NULL;
}

struct error *file_text_next_line(struct file_text *source, char **ret)
{
  while (source->position < source->size) {
    char *line = NULL;
    size_t size = 0;
    RETURN_IF_ERROR(take_line(source, &line, &size));
    while (size > 0 && is_space(line[size - 1]))
      line[--size] = '\0';
    while (is_space(*line))
      line++;
    if (*line) {
      *ret = line;
      return NULL;
    }
  }
  *ret = NULL;
  return NULL;
}
