/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A program without a sanitizer can still load one's runtime, by LD_PRELOAD or through a library that was built with
 * it. Such libraries are hardly ever installed, so only those are examined that the program finds by its own paths
 * (DT_RUNPATH, DT_RPATH) or those of the environment. The names of the libraries that they need are enough; no
 * symbols are read. */
#include "host/launcher/prepare/sanitizers.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/symbols/elf/elf_file.h"

static const char *const runtimes[] = {"libasan.so", "libhwasan.so", "liblsan.so", "libtsan.so", "libclang_rt.asan",
                                       "libclang_rt.hwasan", "libclang_rt.tsan"};

static bool is_runtime(const char *path)
{
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  for (size_t i = 0; i < sizeof runtimes / sizeof *runtimes; i++)
    if (strncmp(name, runtimes[i], strlen(runtimes[i])) == 0)
      return true;
  return false;
}

/* --- what a file needs --- */

/* Calls `use` with each string of this tag until it returns true. */
static bool any_dynamic(Elf *elf, int64_t tag, bool (*use)(void *context, const char *text), void *context)
{
  GElf_Shdr header;
  for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
    Elf_Data *data = NULL;
    if (gelf_getshdr(section, &header) && header.sh_type == SHT_DYNAMIC)
      data = elf_getdata(section, NULL);
    GElf_Dyn entry;
    for (int i = 0; data && gelf_getdyn(data, i, &entry) && entry.d_tag != DT_NULL; i++) {
      const char *text = entry.d_tag == tag ? elf_strptr(elf, header.sh_link, entry.d_un.d_val) : NULL;
      if (text && use(context, text))
        return true;
    }
  }
  return false;
}

static bool take_runtime(void *context, const char *name)
{
  return is_runtime(name);
}

static bool needs_runtime(const char *path)
{
  struct elf_file *file;
  struct error *error = elf_file_open(path, &file);
  if (error) {
    error_free(error);
    return false;
  }
  const bool needs = any_dynamic(elf_file_handle(file), DT_NEEDED, take_runtime, NULL);
  elf_file_close(file);
  return needs;
}

/* --- the libraries of a program --- */

struct search {
  const char *program;  /* its path */
  Elf *elf;
  const char *library;  /* that is being looked for */
  char found[PATH_MAX]; /* the first that needs a runtime */
};

static bool try_directory(struct search *search, const char *directory, size_t length)
{
  static const char origin[] = "$ORIGIN";
  const char *slash = strrchr(search->program, '/');
  const int own_length = slash ? (int)(slash - search->program) : 1;
  const bool is_relative = length >= sizeof origin - 1 && strncmp(directory, origin, sizeof origin - 1) == 0;
  if (is_relative) {
    directory += sizeof origin - 1;
    length -= sizeof origin - 1;
  }
  const int size = snprintf(search->found, sizeof search->found, "%.*s%.*s/%s", is_relative ? own_length : 0,
                            slash ? search->program : ".", (int)length, directory, search->library);
  return size < (int)sizeof search->found && needs_runtime(search->found);
}

static bool try_directories(void *context, const char *list)
{
  for (size_t length; *list; list += length + (list[length] == ':')) {
    length = strcspn(list, ":");
    if (length > 0 && try_directory(context, list, length))
      return true;
  }
  return false;
}

static bool try_library(void *context, const char *library)
{
  struct search *search = context;
  const char *of_environment = getenv("LD_LIBRARY_PATH");
  search->library = library;
  return (of_environment && try_directories(search, of_environment)) ||
         any_dynamic(search->elf, DT_RUNPATH, try_directories, search) ||
         any_dynamic(search->elf, DT_RPATH, try_directories, search);
}

static struct error *check_needed(const char *program)
{
  struct elf_file *file;
  struct error *error = elf_file_open(program, &file);
  if (error) {
    error_free(error);
    return NULL;
  }
  struct search search = {.program = program, .elf = elf_file_handle(file)};
  if (any_dynamic(search.elf, DT_NEEDED, try_library, &search))
    error = error_format(
      "%s: its library %s was built with a sanitizer, which needs the memory that Seep uses, and would not start; "
      "build that without -fsanitize to check the program, or run it without Seep",
      program, search.found);
  elf_file_close(file);
  return error;
}

/* --- LD_PRELOAD --- */

static struct error *check_preloaded(void)
{
  const char *list = getenv("LD_PRELOAD");
  for (size_t length; list && *list; list += length + (list[length] != '\0')) {
    char path[PATH_MAX];
    length = strcspn(list, " :");
    snprintf(path, sizeof path, "%.*s", (int)length, list);
    if (is_runtime(path) || needs_runtime(path))
      return error_format(
        "LD_PRELOAD has %s, a sanitizer's, which needs the memory that Seep uses, and would not start; take it out to "
        "check the program, or run it without Seep",
        path);
  }
  return NULL;
}

struct error *sanitizers_check_libraries(const char *program)
{
  struct error *error = check_preloaded();
  return error ? error : check_needed(program);
}
