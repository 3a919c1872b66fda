/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/base/replace_file.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/base/memory.h"
#include "host/base/print.h"

/* The target of a link is replaced, not the link. */
static char *real_path(const char *path)
{
  char *real = realpath(path, NULL);
  return real ? real : memory_text(path);
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
    return error_format("%s is not a regular file", path);
  if (!overwrites)
    return error_format("%s already exists; name another file, or use --force to replace it", path);
  *ret_mode = status.st_mode & 07777;
  return NULL;
}

/* A file that is being written beside `path`. As long as it has no name, nothing is left behind, however the program
 * ends; if the file system does not support unnamed files, it has a name from the start. */
struct draft {
  const char *path;
  char *name; /* NULL: none so far */
  FILE *output;
};

static void draft_forget(void *draft)
{
  const struct draft *forgotten = draft;
  if (forgotten->name)
    unlink(forgotten->name);
}

/* -1: not possible. Needs /proc, through which the file gets its name later. */
static int open_nameless(const char *path)
{
  char *copy = memory_text(path);
  int fd = access("/proc/self/fd", X_OK) == 0 ? open(dirname(copy), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600) : -1;
  free(copy);
  return fd;
}

static struct error *open_named(struct draft *draft, int *ret_fd)
{
  char *name = print_text("%s.XXXXXX", draft->path);
  *ret_fd = mkostemp(name, O_CLOEXEC);
  if (*ret_fd >= 0) {
    draft->name = name;
    return NULL;
  }
  free(name);
  return error_errno(errno, "cannot write beside %s", draft->path);
}

static struct error *draft_open(struct draft *draft)
{
  int fd = open_nameless(draft->path);
  RETURN_IF_ERROR(fd < 0 ? open_named(draft, &fd) : NULL);
  draft->output = memory_given(fdopen(fd, "w"));
  return NULL;
}

static struct error *draft_fill(struct draft *draft, mode_t mode, struct error *(*write)(void *context, FILE *output),
                                void *context)
{
  const int fd = fileno(draft->output);
  struct error *error = write(context, draft->output);
  bool is_bad = fflush(draft->output) != 0 || ferror(draft->output) || fchmod(fd, mode) != 0 || fsync(fd) != 0;
  return error || !is_bad ? error : error_errno(errno, "cannot write %s", draft->path);
}

/* Does nothing if it has a name already. */
static struct error *draft_name(struct draft *draft)
{
  enum { TRIES = 100 };
  char file[sizeof "/proc/self/fd/" + 10];
  snprintf(file, sizeof file, "/proc/self/fd/%d", fileno(draft->output));
  for (int i = 0; i < TRIES && !draft->name; i++) {
    char *name = print_text("%s.%ld-%d", draft->path, (long)getpid(), i);
    if (linkat(AT_FDCWD, file, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0) {
      draft->name = name;
      break;
    }
    free(name);
    if (errno != EEXIST)
      break;
  }
  return draft->name ? NULL : error_errno(errno, "cannot write beside %s", draft->path);
}

static struct error *draft_close(struct draft *draft)
{
  if (!draft->output || fclose(draft->output) == 0)
    return NULL;
  return error_errno(errno, "cannot write %s", draft->path);
}

static struct error *replace(const char *path, mode_t mode, struct error *(*write)(void *context, FILE *output),
                             void *context)
{
  struct draft draft = {.path = path};
  struct memory_end end;
  memory_end_add(&end, draft_forget, &draft);
  struct error *error = draft_open(&draft);
  if (!error)
    error = draft_fill(&draft, mode, write, context);
  if (!error)
    error = draft_name(&draft);
  struct error *late = draft_close(&draft);
  if (error)
    error_free(late);
  else
    error = late;
  if (!error && rename(draft.name, path) != 0)
    error = error_errno(errno, "cannot replace %s", path);
  if (error)
    draft_forget(&draft);
  memory_end_remove(&end);
  free(draft.name);
  return error;
}

struct error *replace_file(const char *path, bool overwrites, struct error *(*write)(void *context, FILE *output),
                           void *context)
{
  char *real = real_path(path);
  mode_t mode;
  struct error *error = check_target(real, overwrites, &mode);
  if (!error)
    error = replace(real, mode, write, context);
  free(real);
  return error;
}
