/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where the rest of a unit is looked for:
 *
 *   in a package   MODULE.dwp, or DEBUGFILE.dwp when the module's debug information is in a file of its own
 *   by its name    (DW_AT_dwo_name) in the folder where it was compiled, then in that of the module, with and without
 *                  folders
 *
 * Its id must be that of the skeleton, or it is from another build. */
#include "host/symbols/dwarf/dwarf_split.h"

#include <dwarf.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/symbols/dwarf/dwarf_die.h"
#include "host/symbols/dwarf/dwarf_split_image.h"

enum { PACKAGES = 2 };

struct dwarf_splits {
  struct elf_file *module, *holder;
  struct debug_search search;
  struct elf_file *packages[PACKAGES]; /* NULL: none */
  bool packages_tried, has_warned;
};

struct dwarf_split {
  struct elf_file *object; /* NULL: it is in a package */
  struct split_image *image;
};

struct dwarf_splits *dwarf_splits_create(struct elf_file *module, struct elf_file *holder,
                                         const struct debug_search *search)
{
  struct dwarf_splits *splits = memory_zeroed(1, sizeof *splits);
  *splits = (struct dwarf_splits){.module = module, .holder = holder, .search = *search};
  return splits;
}

void dwarf_splits_destroy(struct dwarf_splits *splits)
{
  for (int i = 0; splits && i < PACKAGES; i++)
    elf_file_close(splits->packages[i]);
  free(splits);
}

/* --- files --- */

static struct elf_file *try_package(struct dwarf_splits *splits, const struct elf_file *beside)
{
  char path[PATH_MAX];
  struct elf_file *file = NULL;
  int length = snprintf(path, sizeof path, "%s.dwp", elf_file_path(beside));
  if (length > 0 && (size_t)length < sizeof path && debug_files_probe(&splits->search, path))
    warn_of(splits->search.warnings, elf_file_open(path, &file));
  return file;
}

static void need_packages(struct dwarf_splits *splits)
{
  if (splits->packages_tried)
    return;
  splits->packages_tried = true;
  splits->packages[0] = try_package(splits, splits->module);
  if (splits->holder != splits->module)
    splits->packages[1] = try_package(splits, splits->holder);
}

/* What is found of a unit on the way. */
struct finding {
  struct dwarf_splits *splits;
  struct split_skeleton skeleton;
  struct dwarf_split *split;
  bool is_of_another_build;
  char path[PATH_MAX];
};

static void note_error(struct finding *finding, struct error *error)
{
  finding->splits->has_warned |= error != NULL;
  warn_of(finding->splits->search.warnings, error);
}

static void find_in_package(struct finding *finding, struct elf_file *package)
{
  struct split_parts parts;
  bool found = false;
  struct error *error = dwarf_package_parts(package, finding->skeleton.id, &parts, &found);
  if (!error && found)
    error = split_image_create(elf_file_path(package), &parts, &finding->skeleton, &finding->split->image);
  note_error(finding, error);
  split_parts_deinit(&parts);
}

/* The descriptor is not kept: there may be thousands of such files. */
static void find_in_object(struct finding *finding)
{
  struct split_parts parts = {.types = {0}};
  struct dwarf_split *split = finding->split;
  bool found = false;
  if (split->image || !debug_files_probe(&finding->splits->search, finding->path))
    return;
  struct error *error = elf_file_open(finding->path, &split->object);
  if (!error) {
    elf_file_release_descriptor(split->object);
    error = dwarf_object_parts(split->object, finding->skeleton.id, &parts, &found);
  }
  if (!error && found)
    error = split_image_create(finding->path, &parts, &finding->skeleton, &split->image);
  finding->is_of_another_build |= !error && !split->image;
  note_error(finding, error);
  split_parts_deinit(&parts);
  if (!split->image) {
    elf_file_close(split->object);
    split->object = NULL;
  }
}

static void try_object(struct finding *finding, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void try_object(struct finding *finding, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  int length = vsnprintf(finding->path, sizeof finding->path, format, args);
  va_end(args);
  if (length > 0 && (size_t)length < sizeof finding->path)
    find_in_object(finding);
}

static void find_by_name(struct finding *finding, const char *name, const char *compiled_in)
{
  const char *slash = strrchr(name, '/');
  char *folder = debug_files_folder_of(finding->splits->module);
  if (name[0] == '/')
    try_object(finding, "%s", name);
  else if (compiled_in)
    try_object(finding, "%s/%s", compiled_in, name);
  if (folder && name[0] != '/')
    try_object(finding, "%s/%s", folder, name);
  if (folder && slash)
    try_object(finding, "%s/%s", folder, slash + 1);
  free(folder);
}

/* --- skeletons --- */

/* A section of the program from an offset on. */
static struct error *take_from(struct elf_file *holder, const char *name, uint64_t offset, struct elf_section *ret)
{
  bool found = false;
  struct error *error = elf_file_section(holder, name, ret, &found);
  if (error || !found || offset >= ret->bytes) {
    *ret = (struct elf_section){.data = NULL};
    return error;
  }
  ret->data += offset;
  ret->bytes -= offset;
  return NULL;
}

static struct error *read_skeleton(const struct dwarf_splits *splits, Dwarf_Die *die, struct split_skeleton *ret)
{
  uint64_t addresses_at = 0, ranges_at = 0;
  Dwarf_Half version;
  uint8_t type;
  *ret = (struct split_skeleton){.id = 0};
  dwarf_cu_info(die->cu, &version, &type, NULL, NULL, &ret->id, NULL, NULL);
  if (dwarf_lowpc(die, &ret->low_pc) != 0)
    ret->low_pc = 0;
  if (!dwarf_die_number(die, DW_AT_addr_base, &addresses_at))
    dwarf_die_number(die, DW_AT_GNU_addr_base, &addresses_at);
  dwarf_die_number(die, DW_AT_GNU_ranges_base, &ranges_at);
  struct error *error = take_from(splits->holder, ".debug_addr", addresses_at, &ret->addresses);
  return error ? error : take_from(splits->holder, ".debug_ranges", ranges_at, &ret->ranges);
}

/* --- all of it --- */

static void warn_of_missing(struct finding *finding, const char *name)
{
  const char *path = elf_file_path(finding->splits->module);
  if (finding->splits->has_warned)
    return;
  finding->splits->has_warned = true;
  warn_of(finding->splits->search.warnings,
          finding->is_of_another_build
            ? error_format("%s: %s with a part of its debug information is of another build; inlined calls, variables "
                           "and types of such parts are missing: build it anew", path, name)
            : error_format("%s: %s with a part of its debug information is not found; inlined calls, variables and "
                           "types of such parts are missing: put these files back, or a package of them (made by "
                           "dwp) at %s.dwp", path, name, path));
}

static void find_unit(struct finding *finding, Dwarf_Die *skeleton)
{
  struct dwarf_splits *splits = finding->splits;
  const char *name = dwarf_die_string(skeleton, DW_AT_dwo_name);
  if (!name)
    name = dwarf_die_string(skeleton, DW_AT_GNU_dwo_name);
  if (!name)
    return;
  need_packages(splits);
  for (int i = 0; i < PACKAGES && !finding->split->image; i++)
    if (splits->packages[i])
      find_in_package(finding, splits->packages[i]);
  if (!finding->split->image)
    find_by_name(finding, name, dwarf_die_string(skeleton, DW_AT_comp_dir));
  if (!finding->split->image)
    warn_of_missing(finding, name);
}

struct dwarf_split *dwarf_split_open(struct dwarf_splits *splits, Dwarf_Die *skeleton, Dwarf_Die *ret)
{
  struct finding finding = {.splits = splits, .split = memory_zeroed(1, sizeof *finding.split)};
  Dwarf_Off next;
  size_t head_bytes;
  if (!finding.split)
    return NULL;
  note_error(&finding, read_skeleton(splits, skeleton, &finding.skeleton));
  find_unit(&finding, skeleton);
  Dwarf *dwarf = finding.split->image ? split_image_handle(finding.split->image) : NULL;
  if (dwarf && dwarf_nextcu(dwarf, 0, &next, &head_bytes, NULL, NULL, NULL) == 0 &&
      dwarf_offdie(dwarf, head_bytes, ret))
    return finding.split;
  dwarf_split_close(finding.split);
  return NULL;
}

void dwarf_split_close(struct dwarf_split *split)
{
  if (!split)
    return;
  split_image_destroy(split->image);
  elf_file_close(split->object);
  free(split);
}

Dwarf *dwarf_split_handle(const struct dwarf_split *split)
{
  return split_image_handle(split->image);
}
