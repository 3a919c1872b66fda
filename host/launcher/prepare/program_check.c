/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The same steps as the kernel's: find the file, check its mode, then its first bytes. A script leads to its
 * interpreter, an ELF file to its loader. */
#include "host/launcher/prepare/program_check.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "host/base/memory.h"
#include "host/base/nearest.h"
#include "host/base/print.h"

enum {
  HEAD_BYTES = 4096,
  PAGE_BYTES = 4096,
  SCRIPTS_MAX = 5, /* scripts that interpret scripts; the kernel's limit */
};

/* The beginning of a file. */
struct head {
  size_t size;
  union {
    char bytes[HEAD_BYTES + 1];
    Elf64_Ehdr elf;
  };
};

static struct error *check_file(const char *path, unsigned depth);

/* --- finding it --- */

static bool is_executable_file(const char *path)
{
  struct stat status;
  return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

static const char *nearest_subcommand(const char *name)
{
  static const char *const names[] = {
#define SUBCOMMAND(name, use, takes, help) #name,
#include "host/base/subcommands.def"
  };
  struct nearest nearest = {.typed = name, .length = strlen(name)};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    nearest_offer(&nearest, names[i]);
  return nearest_word(&nearest);
}

/* What may have been meant: a program in this folder, or a subcommand. */
static struct error *command_not_found(const char *name)
{
  struct stat status;
  const char *subcommand = nearest_subcommand(name);
  if (is_executable_file(name))
    return error_format("%s: command not found; did you mean ./%s?", name, name);
  if (stat(name, &status) == 0 && S_ISDIR(status.st_mode))
    return error_format("%s: command not found; ./%s is a directory, name a program in it", name, name);
  if (subcommand)
    return error_format("%s: command not found; did you mean seep %s?", name, subcommand);
  if (stat(name, &status) == 0)
    return error_format("%s: command not found; ./%s is not executable, name the program that was built of it", name,
                        name);
  return error_format("%s: command not found", name);
}

/* The first executable of that name or, if there is none, the first file of that name, for a better message. */
static struct error *search_directories(const char *name, const char *directories, char **ret)
{
  char *second_best = NULL;
  for (const char *start = directories, *end;; start = end + 1) {
    char *path;
    end = strchrnul(start, ':');
    path = print_text("%.*s%s%s", (int)(end - start), start, end == start ? "./" : "/", name);
    if (is_executable_file(path)) {
      free(second_best);
      *ret = path;
      return NULL;
    }
    if (!second_best && access(path, F_OK) == 0)
      second_best = path;
    else
      free(path);
    if (!*end)
      break;
  }
  *ret = second_best;
  return second_best ? NULL : command_not_found(name);
}

static struct error *find_program(const char *name, const char *search_path, char **ret)
{
  if (!strchr(name, '/') && *name)
    return search_directories(name, search_path ? search_path : "/bin:/usr/bin", ret);
  if (!*name || (access(name, F_OK) < 0 && errno == ENOENT))
    return error_format("%s: %s", *name ? name : "\"\"", strerror(ENOENT));
  *ret = memory_text(name);
  return NULL;
}

/* --- ELF files --- */

static const char *class_name(const Elf64_Ehdr *elf)
{
  return elf->e_ident[EI_CLASS] == ELFCLASS32 ? "32-bit" : "64-bit";
}

static struct error *check_machine(const char *path, const Elf64_Ehdr *elf)
{
  if (elf->e_ident[EI_DATA] != ELFDATA2LSB)
    return error_format("%s: is a program for a big-endian processor; Seep checks x86-64 programs", path);
  if (elf->e_ident[EI_CLASS] == ELFCLASS64 && elf->e_machine == EM_X86_64)
    return NULL;
  if (elf->e_machine == EM_386 || elf->e_machine == EM_X86_64)
    return error_format("%s: is a 32-bit program; Seep checks x86-64 programs; build it without -m32", path);
  return error_format("%s: is a %s program for another processor (ELF machine %u); Seep checks x86-64 programs", path,
                      class_name(elf), elf->e_machine);
}

/* The loader that an ELF file asks for must be there; without one the program is static. */
static struct error *check_loader(int fd, const char *path, const Elf64_Phdr *segment)
{
  char loader[HEAD_BYTES];
  size_t size = segment->p_filesz;
  if (size < 2 || size > sizeof loader || pread(fd, loader, size, segment->p_offset) != (ssize_t)size
      || loader[size - 1] != '\0')
    return error_format("%s: its ELF headers are damaged: the name of its loader cannot be read", path);
  if (access(loader, X_OK) < 0)
    return error_errno(errno, "%s: its loader %s cannot be used", path, loader);
  return NULL;
}

/* Pages of a segment that the file does not have are a fatal signal to whoever reads them first. */
static struct error *check_extent(int fd, const char *path, const Elf64_Phdr *segment)
{
  struct stat status;
  uint64_t end;
  if (fstat(fd, &status) < 0
      || (!__builtin_add_overflow(segment->p_offset, segment->p_filesz, &end)
          && end / PAGE_BYTES <= (uint64_t)status.st_size / PAGE_BYTES))
    return NULL;
  return error_format("%s: is cut off: it has %lld bytes, and its segments go on; build or copy it again", path,
                      (long long)status.st_size);
}

static struct error *check_segments(int fd, const char *path, const Elf64_Ehdr *elf)
{
  bool loads = false;
  for (unsigned i = 0; i < elf->e_phnum; i++) {
    Elf64_Phdr segment;
    if (pread(fd, &segment, sizeof segment, elf->e_phoff + i * sizeof segment) != sizeof segment)
      return error_format("%s: its ELF headers are damaged: program header %u is cut off", path, i);
    loads |= segment.p_type == PT_LOAD;
    RETURN_IF_ERROR(segment.p_type == PT_INTERP ? check_loader(fd, path, &segment)
                    : segment.p_type == PT_LOAD ? check_extent(fd, path, &segment)
                                                : NULL);
  }
  return loads ? NULL : error_format("%s: is not a program: it has no segments to load", path);
}

static struct error *check_elf(int fd, const char *path, const struct head *head)
{
  const Elf64_Ehdr *elf = &head->elf;
  if (head->size < sizeof(Elf32_Ehdr))
    return error_format("%s: its ELF headers are damaged: the file ends after %zu bytes", path, head->size);
  RETURN_IF_ERROR(check_machine(path, elf));
  if (head->size < sizeof *elf || elf->e_phentsize != sizeof(Elf64_Phdr) || elf->e_phnum == 0)
    return error_format("%s: its ELF headers are damaged: no usable program headers", path);
  if (elf->e_type != ET_EXEC && elf->e_type != ET_DYN)
    return error_format("%s: is an ELF file, but not a program (type %u); link it first", path, elf->e_type);
  return check_segments(fd, path, elf);
}

/* --- scripts --- */

static struct error *check_script(const char *path, const char *head, unsigned depth)
{
  const char *start = head + 2 + strspn(head + 2, " \t");
  size_t length = strcspn(start, " \t\r\n");
  if (length == 0)
    return NULL; /* it is run by /bin/sh */
  if (depth >= SCRIPTS_MAX)
    return error_format("%s: bad interpreter: too many nested script interpreters", path);
  char *interpreter = memory_text_begin(start, length);
  struct error *error;
  if (start[length] == '\r')
    error = error_format("bad interpreter: the line ends with a carriage return; save the file with Unix line endings");
  else if (access(interpreter, F_OK) < 0)
    error = error_format("bad interpreter %s: %s", interpreter, strerror(errno));
  else
    error = error_context(check_file(interpreter, depth + 1), "bad interpreter");
  free(interpreter);
  return error_context(error, "%s", path);
}

/* As in shells, a file that begins with neither ELF's magic nor "#!" is run by /bin/sh, unless it looks binary. */
static struct error *check_plain(const char *path, const struct head *head)
{
  for (size_t i = 0; i < head->size && i < 80; i++)
    if ((unsigned char)head->bytes[i] > 127 || head->bytes[i] == '\0')
      return error_format("%s: cannot execute binary file; it is neither an ELF program nor a script", path);
  return NULL;
}

/* --- one file --- */

static struct error *check_rights(int fd, const char *path)
{
  struct stat status;
  if (fstat(fd, &status) < 0)
    return error_errno(errno, "%s", path);
  if (S_ISDIR(status.st_mode))
    return error_format("%s: is a directory", path);
  if (!S_ISREG(status.st_mode))
    return error_format("%s: is not a regular file", path);
  if (access(path, X_OK) < 0)
    return error_errno(errno, "%s", path);
  if (status.st_mode & (S_ISUID | S_ISGID))
    return error_format("%s: is a setuid or setgid program, which cannot be checked with the rights it would have; "
                        "check a copy of it without them", path);
  if (fgetxattr(fd, "security.capability", NULL, 0) > 0)
    return error_format("%s: has file capabilities, with which it cannot be checked; check a copy of it without them",
                        path);
  return NULL;
}

static struct error *check_content(int fd, const char *path, unsigned depth)
{
  struct head head = {0};
  ssize_t size = pread(fd, head.bytes, HEAD_BYTES, 0);
  if (size < 0)
    return error_errno(errno, "%s", path);
  head.size = size;
  if (head.size >= SELFMAG && memcmp(head.bytes, ELFMAG, SELFMAG) == 0)
    return check_elf(fd, path, &head);
  if (head.size >= 2 && memcmp(head.bytes, "#!", 2) == 0)
    return check_script(path, head.bytes, depth);
  return check_plain(path, &head);
}

static struct error *check_file(const char *path, unsigned depth)
{
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0 && errno == ENXIO)
    return error_format("%s: is not a regular file", path);
  if (fd < 0)
    return error_errno(errno, errno == EACCES ? "%s: cannot be read, which is needed to check it" : "%s", path);
  struct error *error = check_rights(fd, path);
  if (!error)
    error = check_content(fd, path, depth);
  close(fd);
  return error;
}

struct error *program_check(const char *name, const char *search_path, char **ret_path, int *ret_status)
{
  char *path = NULL;
  struct error *error = find_program(name, search_path, &path);
  if (error) {
    *ret_status = EXIT_NOT_FOUND;
    return error;
  }
  error = check_file(path, 0);
  if (error) {
    free(path);
    *ret_status = EXIT_NOT_EXECUTABLE;
    return error;
  }
  *ret_path = path;
  return NULL;
}
