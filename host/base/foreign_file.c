/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Opening a FIFO would wait for a writer, and some devices do things when they are opened, so the file is opened
 * without waiting, and examined once it is open, when nobody can exchange it. */
#include "host/base/foreign_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/base/memory.h"
#include "host/base/read_up_to.h"

static const char *kind_of(mode_t mode)
{
  return S_ISDIR(mode) ? "a directory" : S_ISFIFO(mode) ? "a pipe" : S_ISSOCK(mode) ? "a socket" : "a device";
}

static struct error *check(const char *path, const struct stat *status, uint64_t most_bytes)
{
  if (!S_ISREG(status->st_mode))
    return error_format("%s: this is %s, where a file is expected; remove it, or name another file", path,
                        kind_of(status->st_mode));
  if (most_bytes > 0 && (uint64_t)status->st_size > most_bytes)
    return error_format("%s: it has %llu bytes, and such a file may have %llu; remove it, or name another file", path,
                        (unsigned long long)status->st_size, (unsigned long long)most_bytes);
  return NULL;
}

/* A socket cannot be opened. */
static struct error *cannot_open(const char *path, int problem)
{
  struct stat status;
  if (problem == ENXIO && stat(path, &status) == 0 && !S_ISREG(status.st_mode))
    return check(path, &status, 0);
  return error_errno(problem, "%s: cannot be opened", path);
}

struct error *foreign_file_open(const char *path, uint64_t most_bytes, int *ret_fd)
{
  struct stat status;
  *ret_fd = -1;
  const int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (fd < 0)
    return errno == ENOENT || errno == ENOTDIR ? NULL : cannot_open(path, errno);
  struct error *error = fstat(fd, &status) < 0 ? error_errno(errno, "%s: cannot be read", path)
                                               : check(path, &status, most_bytes);
  if (error)
    close(fd);
  else
    *ret_fd = fd;
  return error;
}

struct error *foreign_file_stream(const char *path, uint64_t most_bytes, FILE **ret)
{
  int fd;
  struct error *error = foreign_file_open(path, most_bytes, &fd);
  *ret = fd >= 0 ? memory_given(fdopen(fd, "r")) : NULL;
  return error;
}

/* Up to a byte more than it may have: it may grow meanwhile. */
static struct error *read_text(int fd, const char *path, size_t most_bytes, char **ret, size_t *ret_size)
{
  struct stat status;
  const bool is_smaller = fstat(fd, &status) == 0 && (uint64_t)status.st_size < most_bytes;
  const size_t size = is_smaller ? (size_t)status.st_size : most_bytes;
  char *text = memory_if_there(size + 2);
  if (!text)
    return error_format("%s: there is no memory for its %zu bytes", path, size);
  const ssize_t got = read_up_to(fd, text, size + 1);
  struct error *error = got < 0 ? error_errno(errno, "%s: cannot be read", path) : NULL;
  if (!error && (size_t)got > size)
    error = error_format("%s: it grows while it is read; try again when it is complete", path);
  if (error) {
    free(text);
    return error;
  }
  text[got] = '\0';
  *ret = text;
  *ret_size = (size_t)got;
  return NULL;
}

struct error *foreign_file_read(const char *path, size_t most_bytes, char **ret, size_t *ret_size)
{
  int fd;
  *ret = NULL;
  struct error *error = foreign_file_open(path, most_bytes, &fd);
  if (fd < 0)
    return error;
  error = read_text(fd, path, most_bytes, ret, ret_size);
  close(fd);
  return error;
}

size_t foreign_file_begin(const char *path, void *ret, size_t size)
{
  int fd;
  struct error *error = foreign_file_open(path, 0, &fd);
  const ssize_t got = fd >= 0 ? read_up_to(fd, ret, size) : 0;
  if (fd >= 0)
    close(fd);
  error_free(error);
  return got > 0 ? (size_t)got : 0;
}
