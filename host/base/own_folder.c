/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each component of the path is opened relative to the one before, and examined once it is open, so that nobody can
 * exchange it in between. (coregrind-glue/translation_cache does the same inside the tool.) */
#include "host/base/own_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "host/base/memory.h"

enum { OWN_PARTS = 2, FOLDER = O_DIRECTORY | O_CLOEXEC };

const char *own_folder_home(void)
{
  const char *home = getenv("HOME");
  struct stat status;
  return home && home[0] == '/' && stat(home, &status) == 0 && S_ISDIR(status.st_mode) ? home : NULL;
}

struct error *folders_make(const char *path)
{
  char *copy = memory_text(path);
  struct error *error = NULL;
  for (char *slash = copy + 1; !error; slash++) {
    bool is_end = *slash == '\0';
    if (!is_end && *slash != '/')
      continue;
    *slash = '\0';
    if (mkdir(copy, 0700) < 0 && errno != EEXIST)
      error = error_errno(errno, "cannot make directory %s", copy);
    if (is_end)
      break;
    *slash = '/';
  }
  free(copy);
  return error;
}

/* What a link leads to; `link` is the link itself. */
static int follow(int folder, int link)
{
  char target[PATH_MAX];
  const ssize_t size = readlinkat(link, "", target, sizeof target - 1);
  if (size <= 0)
    return -1;
  target[size] = '\0';
  return openat(folder, target, O_PATH | FOLDER);
}

/* The part of this name in a folder, which is closed; -1 with errno. */
static int enter(int folder, const char *name)
{
  struct stat status;
  int part = openat(folder, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  if (part >= 0 && fstat(part, &status) == 0 && S_ISLNK(status.st_mode)) {
    const bool is_trusted = status.st_uid == geteuid() || status.st_uid == 0;
    const int link = part;
    part = is_trusted ? follow(folder, link) : -1;
    const int problem = is_trusted ? errno : ELOOP;
    close(link);
    errno = problem;
  }
  const int problem = errno;
  close(folder);
  errno = problem;
  return part;
}

/* Cuts the last part off a path; NULL: there is only one. */
static char *cut_part(char *path)
{
  char *slash = strrchr(path, '/');
  if (!slash || slash == path)
    return NULL;
  *slash = '\0';
  return slash + 1;
}

/* The parts that are Seep's own, the last one first; `path` keeps what is above them. */
static unsigned cut_own_parts(char *path, const char *parts[static OWN_PARTS])
{
  unsigned count = 0;
  for (char *part; count < OWN_PARTS && (part = cut_part(path));)
    parts[count++] = part;
  return count;
}

/* The folder, opened as a place only; `path` is changed. */
static int find(char *path)
{
  const char *parts[OWN_PARTS];
  unsigned count = cut_own_parts(path, parts);
  int fd = open(path, O_PATH | FOLDER);
  while (fd >= 0 && count > 0)
    fd = enter(fd, parts[--count]);
  return fd;
}

static struct error *not_used(const char *path)
{
  return error_format("%s is not used: it must be a directory that only you can write to, and not behind a link of "
                      "another user; fix its owner and mode", path);
}

/* Make a part in a folder, which is closed, and enter it; -1 with errno. Nothing is made in an own folder that is
 * another user's. */
static int make_part(int folder, const char *name, bool is_in_own)
{
  struct stat status;
  const bool is_foreign = is_in_own && (fstat(folder, &status) < 0 || status.st_uid != geteuid());
  if (!is_foreign && (mkdirat(folder, name, 0700) == 0 || errno == EEXIST))
    return enter(folder, name);
  const int problem = is_foreign ? ELOOP : errno;
  close(folder);
  errno = problem;
  return -1;
}

/* `above` is changed. */
static struct error *make_own(const char *path, char *above)
{
  const char *parts[OWN_PARTS];
  unsigned count = cut_own_parts(above, parts);
  RETURN_IF_ERROR(folders_make(above));
  int fd = open(above, O_PATH | FOLDER);
  for (bool is_in_own = false; fd >= 0 && count > 0; is_in_own = true)
    fd = make_part(fd, parts[--count], is_in_own);
  if (fd < 0)
    return errno == ELOOP || errno == ENOTDIR ? not_used(path) : error_errno(errno, "cannot make directory %s", path);
  close(fd);
  return NULL;
}

struct error *own_folder_make(const char *path)
{
  char *above = memory_text(path);
  struct error *error = make_own(path, above);
  free(above);
  return error;
}

/* Reading needs another descriptor than O_PATH gives. */
static int reopen(int place)
{
  const int fd = openat(place, ".", O_RDONLY | FOLDER);
  const int problem = errno;
  close(place);
  errno = problem;
  return fd;
}

static bool is_private(int fd)
{
  struct stat status;
  return fstat(fd, &status) == 0 && status.st_uid == geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

struct error *own_folder_open(const char *path, int *ret_fd)
{
  char *copy = memory_text(path);
  const int place = find(copy), fd = place >= 0 ? reopen(place) : -1, problem = errno;
  free(copy);
  *ret_fd = -1;
  if (fd < 0 && problem == ENOENT)
    return NULL;
  if (fd < 0 && problem != ELOOP && problem != ENOTDIR)
    return error_errno(problem, "cannot open directory %s", path);
  if (fd >= 0 && is_private(fd)) {
    *ret_fd = fd;
    return NULL;
  }
  if (fd >= 0)
    close(fd);
  return not_used(path);
}

static struct error *check_room(const char *folder)
{
  struct statvfs room;
  if (access(folder, W_OK | X_OK) < 0)
    return error_errno(errno, "%s", folder);
  if (statvfs(folder, &room) == 0 && (room.f_bavail == 0 || (room.f_files > 0 && room.f_favail == 0)))
    return error_errno(ENOSPC, "%s", folder);
  return NULL;
}

struct error *own_folder_check(const char *path)
{
  int fd;
  RETURN_IF_ERROR(own_folder_open(path, &fd));
  if (fd >= 0) {
    close(fd);
    return check_room(path);
  }
  char *above = memory_text(path);
  while (access(above, F_OK) < 0 && errno == ENOENT && strcmp(above, "/") != 0)
    if (!cut_part(above))
      strcpy(above, "/");
  struct error *error = check_room(above);
  free(above);
  return error;
}
