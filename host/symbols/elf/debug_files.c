/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The places that GDB and Valgrind search, in their order:
 *
 *   by build-id     ROOT/.build-id/xx/yyyy.debug for each debug root
 *   by debuglink    beside the module, in .debug/ beside it, under ROOT and the module's folder
 *   servers         by build-id, when nothing else has it (debuginfod.h)
 *   supplements     by build-id as above, the name in the link (relative to the file that has it), ROOT/.dwz/NAME
 *
 * A candidate must prove that it belongs: by its build-id, or for a debuglink of a module without one, by its
 * checksum. */
#include "host/symbols/elf/debug_files.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/memory.h"

enum { ROOTS_MAX = 64 };

static const char default_root[] = "/usr/lib/debug";

/* What proves that a candidate belongs. */
struct proof {
  const unsigned char *build_id;
  size_t build_id_bytes; /* 0: the checksum decides */
  uint32_t checksum;
  bool of_supplement;
};

/* Root number `index`: the configured ones, then the default; NULL after the last. */
static const char *root_at(const struct debug_search *search, size_t index)
{
  size_t count = 0;
  while (search->roots && count < ROOTS_MAX && search->roots[count])
    count++;
  return index < count ? search->roots[index] : index == count ? default_root : NULL;
}

static bool is_same_file(const struct elf_file *left, const struct elf_file *right)
{
  return elf_file_stat(left)->st_dev == elf_file_stat(right)->st_dev &&
         elf_file_stat(left)->st_ino == elf_file_stat(right)->st_ino;
}

static struct error *proves_itself(struct elf_file *candidate, const struct proof *proof, bool *ret)
{
  size_t candidate_bytes;
  if (proof->of_supplement) {
    *ret = elf_file_is_supplement(candidate, proof->build_id, proof->build_id_bytes);
    return NULL;
  }
  if (proof->build_id_bytes && elf_file_build_id(candidate, &candidate_bytes)) {
    *ret = elf_file_has_build_id(candidate, proof->build_id, proof->build_id_bytes);
    return NULL;
  }
  uint32_t checksum;
  struct error *error = elf_file_checksum(candidate, &checksum);
  if (!error)
    *ret = checksum == proof->checksum;
  return error;
}

bool debug_files_probe(const struct debug_search *search, const char *path)
{
  if (search->probed)
    search->probed(search->context, path);
  return access(path, F_OK) == 0;
}

/* Take a file when it fits; one that does not is worth a warning. `fd` is taken over; -1: it is what the path leads
 * to. */
static struct elf_file *take_file(const struct debug_search *search, const struct elf_file *module,
                                  const struct proof *proof, const char *path, int fd)
{
  struct elf_file *file = NULL;
  bool fits = false;
  struct error *error = elf_file_open_at(path, fd, &file);
  if (!error && is_same_file(file, module)) {
    elf_file_close(file);
    return NULL;
  }
  if (!error)
    error = proves_itself(file, proof, &fits);
  if (!error && fits)
    return file;
  if (!error)
    error = error_format("%s is not the debug file of %s (its %s differs); it is not used", path,
                         elf_file_path(module), proof->build_id_bytes ? "build-id" : "checksum");
  warn_of(search->warnings, error);
  elf_file_close(file);
  return NULL;
}

static struct elf_file *take_candidate(const struct debug_search *search, const struct elf_file *module,
                                       const struct proof *proof, const char *path)
{
  return debug_files_probe(search, path) ? take_file(search, module, proof, path, -1) : NULL;
}

static struct elf_file *ask_servers(const struct debug_search *search, const struct elf_file *module,
                                    const struct proof *proof)
{
  char *path = NULL;
  int fd = -1;
  if (search->servers)
    fd = debuginfod_fetch(search->servers, proof->build_id, proof->build_id_bytes, elf_file_path(module),
                          search->warnings, &path);
  struct elf_file *file = fd >= 0 ? take_file(search, module, proof, path, fd) : NULL;
  free(path);
  return file;
}

static struct elf_file *try_path(const struct debug_search *search, const struct elf_file *module,
                                 const struct proof *proof, const char *format, ...)
  __attribute__((format(printf, 4, 5)));

static struct elf_file *try_path(const struct debug_search *search, const struct elf_file *module,
                                 const struct proof *proof, const char *format, ...)
{
  char path[PATH_MAX];
  va_list args;
  va_start(args, format);
  int length = vsnprintf(path, sizeof path, format, args);
  va_end(args);
  return length > 0 && (size_t)length < sizeof path ? take_candidate(search, module, proof, path) : NULL;
}

static struct elf_file *find_by_build_id(const struct debug_search *search, const struct elf_file *module,
                                         const struct proof *proof)
{
  if (proof->build_id_bytes < 2)
    return NULL;
  char hex[2 * ELF_BUILD_ID_MAX_BYTES + 1];
  for (size_t i = 0; i < proof->build_id_bytes; i++)
    snprintf(hex + 2 * i, 3, "%02x", proof->build_id[i]);
  struct elf_file *found = NULL;
  const char *root;
  for (size_t i = 0; !found && (root = root_at(search, i)); i++)
    found = try_path(search, module, proof, "%s/.build-id/%.2s/%s.debug", root, hex, hex + 2);
  return found;
}

static char *cut_name(char *path)
{
  char *slash = path ? strrchr(path, '/') : NULL;
  if (slash)
    *slash = '\0';
  return path;
}

char *debug_files_folder_of(const struct elf_file *file)
{
  char *path = cut_name(realpath(elf_file_path(file), NULL));
  if (path)
    return path;
  char *folder = cut_name(memory_text(elf_file_path(file)));
  path = realpath(folder, NULL);
  free(folder);
  return path;
}

static struct elf_file *find_by_link(const struct debug_search *search, struct elf_file *module, const char *folder,
                                     const struct proof *proof, const char *name)
{
  struct elf_file *found = try_path(search, module, proof, "%s/%s", folder, name);
  if (!found)
    found = try_path(search, module, proof, "%s/.debug/%s", folder, name);
  const char *root;
  for (size_t i = 0; !found && (root = root_at(search, i)); i++)
    found = try_path(search, module, proof, "%s%s/%s", root, folder, name);
  return found;
}

void debug_files_find(const struct debug_search *search, struct elf_file *module, struct elf_file **ret)
{
  struct proof proof = {0};
  proof.build_id = elf_file_build_id(module, &proof.build_id_bytes);
  struct elf_file *found = find_by_build_id(search, module, &proof);
  struct elf_link link;
  if (!found && elf_file_debug_link(module, &link)) {
    char *folder = debug_files_folder_of(module);
    if (!folder)
      return;
    proof.checksum = link.checksum;
    found = find_by_link(search, module, folder, &proof, link.name);
    free(folder);
  }
  if (!found)
    found = ask_servers(search, module, &proof);
  *ret = found;
}

/* The link's own name first as it is, when absolute; Debian's packages use relative ones. */
static struct elf_file *find_supplement_by_name(const struct debug_search *search, struct elf_file *file,
                                                const char *folder, const struct proof *proof, const char *name)
{
  struct elf_file *found = name[0] == '/' ? try_path(search, file, proof, "%s", name)
                                          : try_path(search, file, proof, "%s/%s", folder, name);
  const char *slash = strrchr(name, '/'), *root;
  for (size_t i = 0; !found && (root = root_at(search, i)); i++)
    found = try_path(search, file, proof, "%s/.dwz/%s", root, slash ? slash + 1 : name);
  return found;
}

void debug_files_find_supplement(const struct debug_search *search, struct elf_file *file, struct elf_file **ret)
{
  struct elf_link link;
  *ret = NULL;
  if (!elf_file_supplement_link(file, &link))
    return;
  struct proof proof = {.build_id = link.build_id, .build_id_bytes = link.build_id_bytes, .of_supplement = true};
  struct elf_file *found = find_by_build_id(search, file, &proof);
  char *folder = found ? NULL : debug_files_folder_of(file);
  if (folder)
    found = find_supplement_by_name(search, file, folder, &proof, link.name);
  free(folder);
  if (!found)
    found = ask_servers(search, file, &proof);
  if (!found)
    warn_of(search->warnings,
            error_format("%s: separate debug file %s not found; some names and lines are missing",
                         elf_file_path(file), link.name));
  *ret = found;
}
