/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rows of a line program become ranges [start, end) sorted by address. A row holds until the next row of its
 * sequence, so of several rows at one address the last counts. Paths are joined only for the files that are asked
 * about. */
#include "host/symbols/dwarf/dwarf_lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/symbols/dwarf/dwarf_die.h"
#include "host/symbols/dwarf/dwarf_line_program.h"
#include "host/symbols/elf/address_ranges.h"

/* Programs have millions of them. */
struct line_range {
  struct address_range range;
  uint64_t file : 24, line : 28, column : 12;
};
enum { FILE_MAX = (1 << 24) - 1, LINE_MAX_KNOWN = (1 << 28) - 1, COLUMN_MAX = (1 << 12) - 1 };

/* Names lie in the DWARF file. */
struct folder {
  const char *name; /* may be relative to the working directory */
  char *path;       /* put together when it is first asked for */
};

struct source_file {
  const char *name;
  uint64_t folder;
};

struct dwarf_lines {
  const char *working_directory;
  struct folder *folders;
  size_t folder_count, folder_capacity;
  struct source_file *files;
  size_t file_count, file_capacity;
  struct line_range *ranges;
  size_t range_count, range_capacity;
};

/* What is being read. */
struct reading {
  struct dwarf_lines *lines;
  const struct elf_file *module;
  struct line_row last;
  bool in_sequence, wanted; /* whether the current sequence begins in code */
};

static void take_folder(void *context, const char *name)
{
  struct dwarf_lines *lines = ((struct reading *)context)->lines;
  *NEW_ITEM(lines->folders, lines->folder_count, lines->folder_capacity) = (struct folder){.name = name};
}

static void take_file(void *context, const char *name, uint64_t folder)
{
  struct dwarf_lines *lines = ((struct reading *)context)->lines;
  *NEW_ITEM(lines->files, lines->file_count, lines->file_capacity) = (struct source_file){name, folder};
}

static void add_range(struct dwarf_lines *lines, const struct line_row *row, uint64_t end)
{
  if (row->address >= end)
    return;
  *NEW_ITEM(lines->ranges, lines->range_count, lines->range_capacity) = (struct line_range){
    .range = {row->address, end},
    .file = row->file > FILE_MAX ? FILE_MAX : row->file,
    .line = row->line > LINE_MAX_KNOWN ? 0 : row->line,
    .column = row->column > COLUMN_MAX ? 0 : row->column,
  };
}

static void take_row(void *context, const struct line_row *row)
{
  struct reading *reading = context;
  if (!reading->in_sequence)
    reading->wanted = elf_file_is_code(reading->module, row->address);
  else if (reading->wanted)
    add_range(reading->lines, &reading->last, row->address);
  reading->last = *row;
  reading->in_sequence = !row->is_end;
}

struct dwarf_lines *dwarf_lines_create(const struct dwarf_file *file, const struct elf_file *module,
                                       Dwarf_Die *unit_die, struct error **ret_problem)
{
  struct dwarf_lines *lines = memory_zeroed(1, sizeof *lines);
  uint64_t offset;
  struct reading reading = {.lines = lines, .module = module};
  struct line_listener listener = {take_folder, take_file, take_row, &reading};
  lines->working_directory = dwarf_die_string(unit_die, DW_AT_comp_dir);
  *ret_problem = NULL;
  if (dwarf_die_number(unit_die, DW_AT_stmt_list, &offset))
    *ret_problem = dwarf_line_program_run(file, offset, &listener);
  address_ranges_sort(lines->ranges, lines->range_count, sizeof *lines->ranges);
  return lines;
}

void dwarf_lines_destroy(struct dwarf_lines *lines)
{
  if (!lines)
    return;
  for (size_t i = 0; i < lines->folder_count; i++)
    free(lines->folders[i].path);
  free(lines->folders);
  free(lines->files);
  free(lines->ranges);
  free(lines);
}

/* `name` below `base` unless it is absolute; either may be NULL or empty. */
static char *join_path(const char *base, const char *name)
{
  if (!name || !*name)
    return base && *base ? memory_text(base) : NULL;
  if (*name == '/' || !base || !*base)
    return memory_text(name);
  return print_text("%s/%s", base, name);
}

void dwarf_lines_file(const struct dwarf_lines *lines, uint64_t number, struct dwarf_source *source)
{
  const struct source_file *file = number < lines->file_count ? &lines->files[number] : NULL;
  if (!file || !file->name || !file->name[0])
    return;
  source->file = file->name;
  if (file->folder >= lines->folder_count)
    return;
  struct folder *folder = &lines->folders[file->folder];
  if (!folder->path)
    folder->path = join_path(lines->working_directory, folder->name);
  source->directory = folder->path;
}

struct dwarf_source dwarf_lines_find(const struct dwarf_lines *lines, uint64_t address)
{
  struct dwarf_source source = {0};
  size_t before = address_ranges_before(lines->ranges, lines->range_count, sizeof *lines->ranges, address);
  const struct line_range *found = before > 0 ? &lines->ranges[before - 1] : NULL;
  if (!found || address >= found->range.end)
    return source;
  source.line = found->line;
  source.column = found->line > 0 ? found->column : 0;
  dwarf_lines_file(lines, found->file, &source);
  return source;
}
