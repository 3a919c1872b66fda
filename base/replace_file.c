/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/replace_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What a link leads to is replaced, not the link. */
static struct error *real_path(const char *path, char **ret)
{
  char *real = realpath(path, NULL);
  if (!real)
    real = strdup(path);
  *ret = real;
  return real ? NULL : error_no_memory();
}

static struct error *check_target(const char *path, bool overwrites, mode_t *ret_mode)
{
  struct stat status;
  mode_t mask = umask(0);
  umask(mask);
  *ret_mode = 0666 & ~mask;
  if (stat(path, &status) < 0)
    return errno == ENOENT ? NULL : error_errno(errno, "cannot examine %s", path);
  if (!S_ISREG(status.st_mode))
    return error_format("%s is no regular file", path);
  if (!overwrites)
    return error_format("%s is there already; name another file, or say --force to replace it", path);
  *ret_mode = status.st_mode & 07777;
  return NULL;
}

static struct error *fill(int fd, const char *temporary, mode_t mode,
                          struct error *(*write)(void *context, FILE *output), void *context)
{
  FILE *output = fdopen(fd, "w");
  if (!output) {
    close(fd);
    return error_errno(errno, "cannot write %s", temporary);
  }
  struct error *error = write(context, output);
  bool is_bad = fflush(output) != 0 || ferror(output) || fchmod(fd, mode) != 0 || fsync(fd) != 0;
  int errno_value = errno;
  is_bad = fclose(output) != 0 || is_bad;
  return error || !is_bad ? error : error_errno(errno_value, "cannot write %s", temporary);
}

static struct error *replace(const char *path, mode_t mode, struct error *(*write)(void *context, FILE *output),
                             void *context)
{
  char *temporary;
  if (asprintf(&temporary, "%s.XXXXXX", path) < 0)
    return error_no_memory();
  int fd = mkostemp(temporary, O_CLOEXEC);
  struct error *error = fd < 0 ? error_errno(errno, "cannot write beside %s", path)
                               : fill(fd, temporary, mode, write, context);
  if (!error && rename(temporary, path) != 0)
    error = error_errno(errno, "cannot replace %s", path);
  if (error && fd >= 0)
    unlink(temporary);
  free(temporary);
  return error;
}

struct error *replace_file(const char *path, bool overwrites, struct error *(*write)(void *context, FILE *output),
                           void *context)
{
  char *real;
  mode_t mode;
  struct error *error = real_path(path, &real);
  if (error)
    return error;
  error = check_target(real, overwrites, &mode);
  if (!error)
    error = replace(real, mode, write, context);
  free(real);
  return error;
}
