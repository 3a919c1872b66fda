/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/suite/preload/suite_target.h"

#include <fcntl.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "shared/base/raw_syscalls.h"
#include "shared/base/plain_strings.h"

void suite_target_path_of(int fd, char path[static SUITE_PATH_BYTES])
{
  char link[64] = "/proc/self/fd/";
  text_append_number(link, sizeof link, (unsigned long)fd, 10);
  long size = raw_syscall(SYS_readlink, (long)link, (long)path, SUITE_PATH_BYTES - 1, 0, 0, 0);
  path[size > 0 ? size : 0] = '\0';
}

void suite_target_forget(struct suite_target *target)
{
  target->path[0] = '\0';
  target->file = (struct program_file){0};
}

void suite_target_examine(int fd, struct suite_target *ret)
{
  struct stat status;
  suite_target_forget(ret);
  if (raw_syscall(SYS_fstat, fd, (long)&status, 0, 0, 0, 0) < 0 || !S_ISREG(status.st_mode))
    return;
  suite_target_path_of(fd, ret->path);
  ret->file = program_file_examine(fd, &status, ret->path);
}

/* --- another root --- */

static const char *entered = "";

void suite_target_enter(const char *root)
{
  entered = root;
}

static void add_root(char path[static SUITE_PATH_BYTES])
{
  size_t size = text_length(path), more = text_length(entered);
  if (more == 0 || *path != '/' || size + more + 1 > SUITE_PATH_BYTES)
    return;
  for (size_t i = size + 1; i-- > 0;)
    path[i + more] = path[i];
  for (size_t i = 0; i < more; i++)
    path[i] = entered[i];
}

/* --- finding it --- */

/* An executable file, opened; negative: it is none. A program that can be run but not read is left to its own
 * loader. */
static int open_program(const char *path)
{
  if (raw_syscall(SYS_access, (long)path, X_OK, 0, 0, 0, 0) < 0)
    return -1;
  return (int)raw_syscall(SYS_openat, AT_FDCWD, (long)path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0, 0, 0);
}

static int open_in(const char *directory, const char *end, const char *name, char path[static SUITE_PATH_BYTES])
{
  size_t size = (size_t)(end - directory);
  if (size + text_length(name) + 2 > SUITE_PATH_BYTES)
    return -1;
  for (size_t i = 0; i < size; i++)
    path[i] = directory[i];
  path[size] = '\0';
  if (size > 0)
    text_append(path, SUITE_PATH_BYTES, "/");
  text_append(path, SUITE_PATH_BYTES, name);
  return open_program(path);
}

/* Where it is found goes into `path`. */
static int search(const char *name, const char *directories, char path[static SUITE_PATH_BYTES])
{
  for (const char *start = directories, *end;; start = end + 1) {
    for (end = start; *end && *end != ':';)
      end++;
    int fd = open_in(start, end, name, path);
    if (fd >= 0 || !*end)
      return fd;
  }
}

/* As it is named, from the root on, with links in the folder resolved if there is one. */
static void write_path(const char *name, char path[static SUITE_PATH_BYTES])
{
  char folder[SUITE_PATH_BYTES] = "";
  const char *base = text_base(name);
  for (size_t i = 0; name + i < base && i + 1 < sizeof folder; i++)
    folder[i] = name[i];
  const int flags = O_PATH | O_DIRECTORY | O_CLOEXEC;
  int fd = (int)raw_syscall(SYS_openat, AT_FDCWD, (long)(*folder ? folder : "."), flags, 0, 0, 0);
  if (fd >= 0) {
    suite_target_path_of(fd, path);
    raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
  }
  if (!*path && *name != '/' && raw_syscall(SYS_getcwd, (long)path, SUITE_PATH_BYTES, 0, 0, 0, 0) < 0)
    path[0] = '\0';
  bool is_resolved = fd >= 0 && *path;
  if (*path)
    text_append(path, SUITE_PATH_BYTES, "/");
  text_append(path, SUITE_PATH_BYTES, is_resolved ? base : name);
}

/* A program that can be run but not read is none of these. */
static void examine_missing(const char *name, struct suite_target *ret)
{
  struct stat status;
  if (raw_syscall(SYS_stat, (long)name, (long)&status, 0, 0, 0, 0) < 0)
    ret->file.fault = "does not exist";
  else if (S_ISREG(status.st_mode) && raw_syscall(SYS_access, (long)name, X_OK, 0, 0, 0, 0) < 0)
    ret->file.fault = "not executable";
}

void suite_target_find(const char *name, const char *search_path, struct suite_target *ret)
{
  char found[SUITE_PATH_BYTES];
  bool is_path = !search_path || text_find(name, "/");
  int fd = is_path ? open_program(name) : search(name, search_path, found);
  suite_target_forget(ret);
  if (fd >= 0) {
    suite_target_examine(fd, ret);
    raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
  } else if (is_path) {
    examine_missing(name, ret);
  }
  if (!ret->path[0] && (fd >= 0 || ret->file.fault))
    write_path(is_path ? name : found, ret->path);
  add_root(ret->path);
}
