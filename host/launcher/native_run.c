/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The library learns its options from a memory file, whose number is in the environment until it begins. */
#include "host/launcher/native_run.h"

#include <errno.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "host/base/print.h"
#include "host/launcher/prepare/leaks_only.h"
#include "host/symbols/elf/elf_file.h"
#include "shared/base/native_variable.h"
#include "shared/base/program_file.h"

/* The loader that an ELF file asks for; NULL: none. */
static const char *loader_of(Elf *elf)
{
  GElf_Phdr segment;
  size_t count = 0, bytes = 0;
  const char *const image = elf_rawfile(elf, &bytes);
  if (!image || elf_getphdrnum(elf, &count) != 0)
    return NULL;
  for (size_t i = 0; i < count; i++)
    if (gelf_getphdr(elf, (int)i, &segment) && segment.p_type == PT_INTERP && segment.p_filesz > 0 &&
        segment.p_offset < bytes && segment.p_filesz <= bytes - segment.p_offset &&
        image[segment.p_offset + segment.p_filesz - 1] == '\0')
      return image + segment.p_offset;
  return NULL;
}

/* Scripts are not ELF files: their interpreter is what is watched. */
struct error *native_run_check(const char *path, const struct options *options)
{
  struct elf_file *file;
  struct error *error = leaks_only_check(options);
  if (error)
    return error;
  if ((error = elf_file_open(path, &file))) {
    error_free(error);
    return NULL;
  }
  const char *const loader = loader_of(elf_file_handle(file));
  if (!loader && program_file_is_loader(path))
    error = NULL; /* it loads the program that is named to it, and the library of ours with that */
  else if (!loader)
    error = error_format("%s is linked statically, so --checks=leaks cannot see its heap; run it without that option",
                         path);
  else if (!strstr(loader, "/ld-linux-x86-64.so."))
    error = error_format("%s does not use glibc (its loader is %s), which --checks=leaks needs; run it without that "
                         "option", path, loader);
  elf_file_close(file);
  return error;
}

static void add_word(FILE *stream, const char *word)
{
  fwrite(word, strlen(word) + 1, 1, stream);
}

char *native_run_options(const struct set_up *set_up, char **arguments, size_t *ret_bytes)
{
  char *text;
  FILE *const stream = print_begin(&text, ret_bytes);
  fprintf(stream, "--seep-launcher=%s", set_up->executable);
  fputc('\0', stream);
  if (options_given(set_up->options, OPTION_growth) && options_flag(set_up->options, OPTION_growth))
    add_word(stream, "--seep-growth=yes"); /* by default nothing is counted that costs time */
  for (char **argument = arguments + 1; *argument; argument++)
    add_word(stream, *argument);
  return print_end(stream, &text);
}

/* -1: it cannot be made. Not closed on exec. */
static int make_arguments(const struct set_up *set_up, char **arguments)
{
  size_t bytes;
  char *const text = native_run_options(set_up, arguments, &bytes);
  const int fd = memfd_create("seep", 0);
  const bool is_written = fd >= 0 && write(fd, text, bytes) == (ssize_t)bytes;
  free(text);
  if (!is_written && fd >= 0)
    close(fd);
  return is_written ? fd : -1;
}

static struct error *set_environment(const struct set_up *set_up, int fd)
{
  const char *const before = getenv("LD_PRELOAD");
  char *const preload = print_text("%s/" NATIVE_LIBRARY "%s%s", set_up->parts, before ? ":" : "", before ? before : "");
  char number[16];
  snprintf(number, sizeof number, "%d", fd);
  const bool is_set = setenv("LD_PRELOAD", preload, 1) == 0 && setenv(NATIVE_VARIABLE, number, 1) == 0;
  free(preload);
  unsetenv("VALGRIND_LAUNCHER");
  return is_set ? NULL : error_errno(errno, "cannot set the environment");
}

struct error *native_run_become(const struct set_up *set_up, const char *path, char **program, char **arguments)
{
  const int fd = make_arguments(set_up, arguments);
  if (fd < 0)
    return error_errno(errno, "cannot pass options to the program");
  struct error *const error = set_environment(set_up, fd);
  if (error)
    return error;
  execv(path, program);
  return error_errno(errno, "cannot execute %s", path);
}
