/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/launcher/prepare/recorded_input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/base/memory.h"
#include "shared/base/standard_input.h"

/* --- describing --- */

char *recorded_input_describe(void)
{
  char text[STANDARD_INPUT_BYTES];
  return memory_text(standard_input_word(text));
}

struct error *recorded_input_note(struct options *options)
{
  char *what = recorded_input_describe();
  struct error *error = options_set_value(options, OPTION_standard_input, what, "the system");
  free(what);
  return error;
}

/* --- having it again --- */

static struct error *open_file(const char *path, long long offset, int *ret)
{
  struct stat status;
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0)
    return error_errno(errno, "the program's input is not there any more: %s; give another file by --input=FILE", path);
  if (fstat(fd, &status) < 0 || !S_ISREG(status.st_mode) || lseek(fd, offset, SEEK_SET) < 0) {
    close(fd);
    return error_format("the program's input is not a file any more: %s; give another one by --input=FILE", path);
  }
  *ret = fd;
  return NULL;
}

static struct error *open_nothing(int *ret)
{
  *ret = open("/dev/null", O_RDONLY | O_CLOEXEC);
  return *ret < 0 ? error_errno(errno, "/dev/null") : NULL;
}

/* Both were terminals, or both pipes: whoever runs the program again will have given it the same. */
static const char *difference(const char *recorded)
{
  if (!recorded)
    return "the record does not tell what its input was; it reads the present standard input";
  char *now = recorded_input_describe();
  const bool is_alike = strcmp(now, recorded) == 0;
  free(now);
  if (is_alike)
    return NULL;
  return strcmp(recorded, "terminal") == 0
           ? "its input was a terminal; it reads the present standard input"
           : "its input was no file and is not recorded; it reads the present standard input";
}

struct error *recorded_input_open(const char *recorded, int *ret_fd, const char **ret_note)
{
  char *path;
  const long long offset = recorded ? strtoll(recorded, &path, 10) : 0;
  *ret_note = NULL;
  *ret_fd = -1;
  if (recorded && strcmp(recorded, "none") == 0)
    return open_nothing(ret_fd);
  if (recorded && path > recorded && path[0] == ':' && path[1] == '/' && offset >= 0)
    return open_file(path + 1, offset, ret_fd);
  *ret_note = difference(recorded);
  return NULL;
}
