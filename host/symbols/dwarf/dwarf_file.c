/* SPDX-License-Identifier: GPL-2.0-or-later */
/* libdw reads units, DIEs, ranges and locations. It is told of the dwz supplement, and then follows references into
 * that like any other. It would also decompress whatever size a section claims, so every section that it looks at is
 * decompressed before, within the limits of elf_file.c. */
#include "host/symbols/dwarf/dwarf_file.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/symbols/elf/elf_made.h"

static const char *const section_names[] = {
  ".debug_line", ".debug_line_str", ".debug_str", /* those that are kept: dwarf_line_program.c reads them */
  ".debug_info", ".debug_types", ".debug_abbrev", ".debug_addr", ".debug_aranges", ".debug_frame", ".debug_loc",
  ".debug_loclists", ".debug_macinfo", ".debug_macro", ".debug_pubnames", ".debug_ranges", ".debug_rnglists",
  ".debug_str_offsets",
};
enum { SECTION_NAMES = sizeof section_names / sizeof *section_names, KEPT_SECTIONS = 3 };

/* A file with nothing but a section that makes libdw open it. */
static const struct elf_made_section empty_section = {".debug_line", "", 1};

struct dwarf_file {
  struct elf_file *elf;
  struct elf_section sections[KEPT_SECTIONS]; /* without data: there is none */
  Dwarf *handle;                              /* NULL: there is no DWARF */
  struct dwarf_file *supplement;              /* NULL: there is none */
  struct elf_made *empty_elf;                 /* then references into it lead here */
  Dwarf *empty;
};

static struct error *decompress_sections(struct dwarf_file *file)
{
  for (size_t i = 0; i < SECTION_NAMES; i++) {
    struct elf_section section = {0};
    bool found = false;
    RETURN_IF_ERROR(elf_file_section(file->elf, section_names[i], &section, &found));
    if (found && i < KEPT_SECTIONS)
      file->sections[i] = section;
  }
  return NULL;
}

static struct error *open_handle(struct dwarf_file *file)
{
  if (!elf_file_has_section(file->elf, ".debug_info") || !elf_file_has_section(file->elf, ".debug_abbrev"))
    return NULL;
  file->handle = dwarf_begin_elf(elf_file_handle(file->elf), DWARF_C_READ, NULL);
  return file->handle ? NULL
                      : error_format("%s: its debug information cannot be read (%s), so lines are missing; build or "
                                     "install it again", elf_file_path(file->elf), dwarf_errmsg(-1));
}

static struct error *open_one(struct elf_file *elf, struct dwarf_file **ret)
{
  struct dwarf_file *file = memory_zeroed(1, sizeof *file);
  file->elf = elf;
  struct error *error = decompress_sections(file);
  if (!error)
    error = open_handle(file);
  if (error) {
    dwarf_file_close(file);
    return error;
  }
  *ret = file;
  return NULL;
}

/* Without a supplement libdw would look for one itself, and take it whatever its build-id is. */
static void tie_empty(struct dwarf_file *file)
{
  file->empty_elf = elf_made_create(&empty_section, 1);
  file->empty = memory_given(dwarf_begin_elf(elf_made_handle(file->empty_elf), DWARF_C_READ, NULL));
  dwarf_setalt(file->handle, file->empty);
}

static struct error *tie_supplement(struct dwarf_file *file, struct elf_file *supplement)
{
  RETURN_IF_ERROR(supplement ? open_one(supplement, &file->supplement) : NULL);
  if (file->supplement && file->supplement->handle)
    dwarf_setalt(file->handle, file->supplement->handle);
  else
    tie_empty(file);
  return NULL;
}

struct error *dwarf_file_open(struct elf_file *elf, struct elf_file *supplement, struct dwarf_file **ret)
{
  struct dwarf_file *file = NULL;
  struct error *error = open_one(elf, &file);
  if (!error && file->handle)
    error = tie_supplement(file, supplement);
  if (error || !file->handle) {
    dwarf_file_close(file);
    file = NULL;
  }
  if (!error)
    *ret = file;
  return error;
}

void dwarf_file_close(struct dwarf_file *file)
{
  if (!file)
    return;
  dwarf_end(file->handle);
  dwarf_end(file->empty);
  elf_made_destroy(file->empty_elf);
  dwarf_file_close(file->supplement);
  free(file);
}

Dwarf *dwarf_file_handle(const struct dwarf_file *file)
{
  return file->handle;
}

const char *dwarf_file_path(const struct dwarf_file *file)
{
  return elf_file_path(file->elf);
}

bool dwarf_file_die_at(const struct dwarf_file *file, Dwarf_Off offset, Dwarf_Die *ret)
{
  return dwarf_offdie(file->handle, offset, ret) != NULL;
}

const struct elf_section *dwarf_file_section(const struct dwarf_file *file, const char *name)
{
  for (size_t i = 0; i < KEPT_SECTIONS; i++)
    if (strcmp(section_names[i], name) == 0)
      return file->sections[i].data ? &file->sections[i] : NULL;
  return NULL;
}

const char *dwarf_file_text(const struct dwarf_file *file, const char *section, uint64_t offset)
{
  const struct elf_section *strings = dwarf_file_section(file, section);
  if (!strings || offset >= strings->bytes)
    return NULL;
  const char *text = (const char *)strings->data + offset;
  return memchr(text, '\0', strings->bytes - offset) ? text : NULL;
}

const char *dwarf_file_supplement_text(const struct dwarf_file *file, uint64_t offset)
{
  return file->supplement ? dwarf_file_text(file->supplement, ".debug_str", offset) : NULL;
}
