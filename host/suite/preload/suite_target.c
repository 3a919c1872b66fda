/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/suite/preload/suite_target.h"

#include <elf.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "shared/base/raw_syscalls.h"
#include "host/suite/preload/suite_text.h"

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

static const char cut_off[] = "cut off";

static bool is_beyond(const Elf64_Phdr *segment, uint64_t file_bytes)
{
  return segment->p_type == PT_LOAD
         && (segment->p_offset > file_bytes || segment->p_filesz > file_bytes - segment->p_offset);
}

static void examine_segments(int fd, const Elf64_Ehdr *elf, uint64_t file_bytes, struct suite_target *ret)
{
  ret->why = suite_target_is_loader(ret->path) ? NULL : "static";
  for (unsigned i = 0; i < elf->e_phnum && !ret->fault; i++) {
    Elf64_Phdr segment;
    if (!read_at(fd, &segment, sizeof segment, elf->e_phoff + i * sizeof segment))
      ret->fault = cut_off;
    else if (is_beyond(&segment, file_bytes))
      ret->fault = cut_off;
    else if (segment.p_type == PT_INTERP) {
      ret->why = NULL;
      examine_loader(fd, &segment, ret);
    }
  }
}

/* A script without "#!" is for the shell to run, which it tries with anything else too, to no effect. */
static const char *fault_of_other_file(const char *head, size_t bytes)
{
  bool is_text = bytes > 0;
  for (size_t i = 0; i < bytes; i++)
    is_text &= head[i] != '\0';
  return bytes == 0 ? "empty" : text_after(head, ELFMAG) ? cut_off : is_text ? NULL : "not a program";
}

static void examine_elf(int fd, uint64_t file_bytes, struct suite_target *ret)
{
  Elf64_Ehdr elf = {0};
  const long got = raw_syscall(SYS_pread64, fd, (long)&elf, sizeof elf, 0, 0, 0);
  ret->is_elf = got == sizeof elf && text_after((const char *)elf.e_ident, ELFMAG);
  if (!ret->is_elf) {
    ret->fault = got < 0 ? NULL : fault_of_other_file((const char *)&elf, (size_t)got);
    return;
  }
  if (elf.e_ident[EI_CLASS] == ELFCLASS64 && elf.e_machine == EM_X86_64) {
    examine_segments(fd, &elf, file_bytes, ret);
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
  target->why = target->fault = NULL;
  target->is_elf = target->refuses_library = false;
}

bool suite_target_is_loader(const char *path)
{
  const char *name = text_base(path);
  return text_after(name, "ld-") && text_find(name, ".so");
}

void suite_target_examine(int fd, struct suite_target *ret)
{
  struct stat status;
  suite_target_forget(ret);
  if (raw_syscall(SYS_fstat, fd, (long)&status, 0, 0, 0, 0) < 0 || !S_ISREG(status.st_mode))
    return;
  suite_target_path_of(fd, ret->path);
  examine_elf(fd, (uint64_t)status.st_size, ret);
  if (gains_rights(&status))
    ret->why = "setuid";
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
    ret->fault = "does not exist";
  else if (S_ISREG(status.st_mode) && raw_syscall(SYS_access, (long)name, X_OK, 0, 0, 0, 0) < 0)
    ret->fault = "not executable";
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
  if (!ret->path[0] && (fd >= 0 || ret->fault))
    write_path(is_path ? name : found, ret->path);
  add_root(ret->path);
}
