/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "suite/preload/suite_target.h"

#include <elf.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/freestanding/raw_syscalls.h"
#include "suite/preload/suite_text.h"

enum { HEAD_BYTES = 1024, LOADER_BYTES = 256 };

/* --- ELF --- */

static bool read_at(int fd, void *data, size_t size, uint64_t offset)
{
  return raw_syscall(SYS_pread64, fd, (long)data, (long)size, (long)offset, 0, 0) == (long)size;
}

static void examine_loader(int fd, const Elf64_Phdr *segment, struct suite_target *ret)
{
  char loader[LOADER_BYTES];
  size_t size = segment->p_filesz;
  if (size == 0 || size > sizeof loader || !read_at(fd, loader, size, segment->p_offset))
    return;
  loader[size - 1] = '\0';
  if (!text_equal(text_base(loader), "ld-linux-x86-64.so.2"))
    ret->why = "another C library";
}

static void examine_segments(int fd, const Elf64_Ehdr *elf, struct suite_target *ret)
{
  ret->why = "static";
  for (unsigned i = 0; i < elf->e_phnum; i++) {
    Elf64_Phdr segment;
    if (!read_at(fd, &segment, sizeof segment, elf->e_phoff + i * sizeof segment))
      return;
    if (segment.p_type != PT_INTERP)
      continue;
    ret->why = NULL;
    examine_loader(fd, &segment, ret);
    return;
  }
}

static void examine_elf(int fd, struct suite_target *ret)
{
  Elf64_Ehdr elf;
  if (!read_at(fd, &elf, sizeof elf, 0) || !text_after((const char *)elf.e_ident, ELFMAG))
    return;
  if (elf.e_ident[EI_CLASS] == ELFCLASS64 && elf.e_machine == EM_X86_64) {
    examine_segments(fd, &elf, ret);
  } else {
    ret->why = "not x86-64";
    ret->refuses_library = true;
  }
}

/* Will the kernel change whose rights the process has? Then the loader ignores LD_PRELOAD. */
static bool gains_rights(const struct stat *status)
{
  if ((status->st_mode & S_ISUID) && status->st_uid != (uid_t)raw_syscall(SYS_geteuid, 0, 0, 0, 0, 0, 0))
    return true;
  return (status->st_mode & S_ISGID) && (status->st_mode & S_IXGRP)
         && status->st_gid != (gid_t)raw_syscall(SYS_getegid, 0, 0, 0, 0, 0, 0);
}

static void path_of(int fd, char path[static SUITE_PATH_BYTES])
{
  char link[64] = "/proc/self/fd/";
  text_append_number(link, sizeof link, (unsigned long)fd, 10);
  long size = raw_syscall(SYS_readlink, (long)link, (long)path, SUITE_PATH_BYTES - 1, 0, 0, 0);
  path[size > 0 ? size : 0] = '\0';
}

void suite_target_examine(int fd, struct suite_target *ret)
{
  struct stat status;
  ret->path[0] = '\0';
  ret->why = NULL;
  ret->refuses_library = false;
  if (raw_syscall(SYS_fstat, fd, (long)&status, 0, 0, 0, 0) < 0 || !S_ISREG(status.st_mode))
    return;
  path_of(fd, ret->path);
  examine_elf(fd, ret);
  if (gains_rights(&status))
    ret->why = "setuid";
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

static int open_in(const char *directory, const char *end, const char *name)
{
  char path[SUITE_PATH_BYTES];
  size_t size = (size_t)(end - directory);
  if (size + text_length(name) + 2 > sizeof path)
    return -1;
  for (size_t i = 0; i < size; i++)
    path[i] = directory[i];
  path[size] = '\0';
  if (size > 0)
    text_append(path, sizeof path, "/");
  text_append(path, sizeof path, name);
  return open_program(path);
}

static int search(const char *name, const char *directories)
{
  for (const char *start = directories, *end;; start = end + 1) {
    for (end = start; *end && *end != ':';)
      end++;
    int fd = open_in(start, end, name);
    if (fd >= 0 || !*end)
      return fd;
  }
}

void suite_target_find(const char *name, const char *search_path, struct suite_target *ret)
{
  bool is_path = !search_path || text_find(name, "/");
  int fd = is_path ? open_program(name) : search(name, search_path);
  ret->path[0] = '\0';
  ret->why = NULL;
  ret->refuses_library = false;
  if (fd < 0)
    return;
  suite_target_examine(fd, ret);
  raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
}
