/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "shared/base/program_file.h"

#include <elf.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "shared/base/raw_syscalls.h"
#include "shared/base/plain_strings.h"

bool program_file_is_loader(const char *path)
{
  const char *name = text_base(path);
  return text_after(name, "ld-") && text_find(name, ".so");
}

enum { LOADER_BYTES = 256 };

static bool read_at(int fd, void *data, size_t size, uint64_t offset)
{
  return raw_syscall(SYS_pread64, fd, (long)data, (long)size, (long)offset, 0, 0) == (long)size;
}

static void examine_loader(int fd, const Elf64_Phdr *segment, struct program_file *ret)
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

static void examine_segments(int fd, const Elf64_Ehdr *elf, uint64_t file_bytes, const char *path,
                             struct program_file *ret)
{
  ret->why = program_file_is_loader(path) ? NULL : "static";
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

static void examine_elf(int fd, uint64_t file_bytes, const char *path, struct program_file *ret)
{
  Elf64_Ehdr elf = {0};
  const long got = raw_syscall(SYS_pread64, fd, (long)&elf, sizeof elf, 0, 0, 0);
  ret->is_elf = got == sizeof elf && text_after((const char *)elf.e_ident, ELFMAG);
  if (!ret->is_elf) {
    ret->fault = got < 0 ? NULL : fault_of_other_file((const char *)&elf, (size_t)got);
    return;
  }
  if (elf.e_ident[EI_CLASS] == ELFCLASS64 && elf.e_machine == EM_X86_64) {
    examine_segments(fd, &elf, file_bytes, path, ret);
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

struct program_file program_file_examine(int fd, const struct stat *status, const char *path)
{
  struct program_file file = {0};
  examine_elf(fd, (uint64_t)status->st_size, path, &file);
  if (gains_rights(status))
    file.why = "setuid";
  return file;
}
