/* SPDX-License-Identifier: GPL-2.0-or-later */
/* libdwarf runs the line program; its rows become ranges [start, end) sorted by address.
 *
 * A row holds until the next row of its sequence, so of several rows at one address the last counts. File numbers begin at 1
 * up to DWARF 4, where folder 0 is the working directory, and at 0 from DWARF 5 on, where that is spelled out. */
#include "symbols/dwarf_lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "symbols/grow.h"

enum { FILES_MAX = 1 << 20 };

struct row {
  uint64_t start, end;
  uint32_t file, line;
};

struct source_file {
  char *directory, *name;
};

struct dwarf_lines {
  struct row *rows;
  size_t row_count, row_capacity;
  struct source_file *files; /* number `first_file` first */
  size_t file_count, first_file;
};

/* A relative path below a base; takes nothing over. */
static char *join_path(const char *base, const char *path)
{
  char *joined;
  if (!path || !*path)
    return base ? strdup(base) : NULL;
  if (*path == '/' || !base || !*base)
    return strdup(path);
  size_t base_bytes = strlen(base);
  while (base_bytes > 1 && base[base_bytes - 1] == '/')
    base_bytes--;
  return asprintf(&joined, "%.*s/%s", (int)base_bytes, base, path) < 0 ? NULL : joined;
}

/* Folder number `index` below the unit's working directory. */
static char *read_folder(const struct dwarf_file *file, Dwarf_Line_Context context, Dwarf_Unsigned index,
                         const char *working_directory)
{
  const char *name = NULL;
  Dwarf_Error error = NULL;
  if (index > FILES_MAX || dwarf_srclines_include_dir_data(context, (Dwarf_Signed)index, &name, &error) != DW_DLV_OK)
    name = NULL;
  dwarf_file_drop_error(file, error);
  return join_path(working_directory, name);
}

/* A file that cannot be read, like one that does not fit in memory, stays without a name. */
static void read_file(const struct dwarf_file *file, Dwarf_Line_Context context, Dwarf_Signed index,
                      const char *working_directory, struct source_file *ret)
{
  const char *name = NULL;
  Dwarf_Unsigned folder_index = 0, time, bytes;
  Dwarf_Form_Data16 *checksum;
  Dwarf_Error error = NULL;
  if (dwarf_srclines_files_data_b(context, index, &name, &folder_index, &time, &bytes, &checksum, &error) != DW_DLV_OK ||
      !name) {
    dwarf_file_drop_error(file, error);
    return;
  }
  char *folder = read_folder(file, context, folder_index, working_directory);
  char *path = join_path(folder, name);
  free(folder);
  char *slash = path ? strrchr(path, '/') : NULL;
  ret->name = path ? strdup(slash ? slash + 1 : path) : NULL;
  if (slash)
    slash[slash == path] = '\0';
  ret->directory = slash ? path : NULL;
  if (!slash)
    free(path);
}

static struct error *read_files(struct dwarf_lines *lines, const struct dwarf_file *file, Dwarf_Line_Context context,
                                const char *working_directory)
{
  Dwarf_Signed first, count, end;
  Dwarf_Error error = NULL;
  if (dwarf_srclines_files_indexes(context, &first, &count, &end, &error) != DW_DLV_OK)
    return dwarf_file_error(file, "file names of a line table", error);
  if (first < 0 || first > 1 || end <= first || end > FILES_MAX)
    return NULL;
  lines->files = calloc((size_t)(end - first), sizeof *lines->files);
  if (!lines->files)
    return error_no_memory();
  lines->first_file = (size_t)first;
  for (Dwarf_Signed i = first; i < end; i++)
    read_file(file, context, i, working_directory, &lines->files[lines->file_count++]);
  return NULL;
}

static struct error *add_row(struct dwarf_lines *lines, struct row row)
{
  if (row.start >= row.end)
    return NULL;
  if (!grow((void **)&lines->rows, lines->row_count, &lines->row_capacity, sizeof *lines->rows))
    return error_no_memory();
  lines->rows[lines->row_count++] = row;
  return NULL;
}

/* A row of libdwarf's, still without an end; false when it cannot be read. */
static bool read_row(const struct dwarf_file *file, Dwarf_Line line, struct row *ret, Dwarf_Bool *ret_is_end)
{
  Dwarf_Addr address;
  Dwarf_Unsigned number, file_number;
  Dwarf_Error error = NULL;
  if (dwarf_lineaddr(line, &address, &error) != DW_DLV_OK || dwarf_lineno(line, &number, &error) != DW_DLV_OK ||
      dwarf_line_srcfileno(line, &file_number, &error) != DW_DLV_OK ||
      dwarf_lineendsequence(line, ret_is_end, &error) != DW_DLV_OK) {
    dwarf_file_drop_error(file, error);
    return false;
  }
  *ret = (struct row){
    .start = address,
    .file = file_number > UINT32_MAX ? UINT32_MAX : (uint32_t)file_number,
    .line = number > INT32_MAX ? 0 : (uint32_t)number,
  };
  return true;
}

static struct error *add_rows(struct dwarf_lines *lines, const struct dwarf_file *file, const struct elf_file *module,
                              Dwarf_Line *buffer, Dwarf_Signed count)
{
  bool in_sequence = false, wanted = false;
  struct row row = {0}, next;
  struct error *error = NULL;
  for (Dwarf_Signed i = 0; i < count && !error; i++) {
    Dwarf_Bool is_end;
    if (!read_row(file, buffer[i], &next, &is_end))
      continue;
    if (!in_sequence)
      wanted = elf_file_is_code(module, next.start);
    row.end = next.start;
    if (in_sequence && wanted)
      error = add_row(lines, row);
    row = next;
    in_sequence = !is_end;
  }
  return error;
}

static int compare_rows(const void *left_item, const void *right_item)
{
  const struct row *left = left_item, *right = right_item;
  return left->start < right->start ? -1 : left->start > right->start;
}

static struct error *read_table(struct dwarf_lines *lines, const struct dwarf_file *file, const struct elf_file *module,
                                Dwarf_Line_Context context, const char *working_directory)
{
  Dwarf_Line *buffer = NULL;
  Dwarf_Signed count = 0;
  Dwarf_Error error = NULL;
  struct error *failure = read_files(lines, file, context, working_directory);
  if (failure)
    return failure;
  if (dwarf_srclines_from_linecontext(context, &buffer, &count, &error) == DW_DLV_ERROR)
    return dwarf_file_error(file, "line table", error);
  return add_rows(lines, file, module, buffer, count);
}

static struct error *dwarf_lines_init(struct dwarf_lines *lines, const struct dwarf_file *file,
                                      const struct elf_file *module, Dwarf_Die unit_die)
{
  Dwarf_Unsigned version;
  Dwarf_Small table_count;
  Dwarf_Line_Context context;
  Dwarf_Error error = NULL;
  int result = dwarf_srclines_b(unit_die, &version, &table_count, &context, &error);
  if (result == DW_DLV_ERROR)
    return dwarf_file_error(file, "line table", error);
  if (result != DW_DLV_OK)
    return NULL;
  const char *working_directory = dwarf_file_string(file, unit_die, DW_AT_comp_dir);
  struct error *failure = read_table(lines, file, module, context, working_directory);
  dwarf_srclines_dealloc_b(context);
  if (!failure && lines->row_count)
    qsort(lines->rows, lines->row_count, sizeof *lines->rows, compare_rows);
  return failure;
}

struct error *dwarf_lines_create(const struct dwarf_file *file, const struct elf_file *module, Dwarf_Die unit_die,
                                 struct dwarf_lines **ret)
{
  struct dwarf_lines *lines = calloc(1, sizeof *lines);
  if (!lines)
    return error_no_memory();
  struct error *error = dwarf_lines_init(lines, file, module, unit_die);
  if (error) {
    dwarf_lines_destroy(lines);
    return error;
  }
  *ret = lines;
  return NULL;
}

void dwarf_lines_destroy(struct dwarf_lines *lines)
{
  if (!lines)
    return;
  for (size_t i = 0; i < lines->file_count; i++) {
    free(lines->files[i].directory);
    free(lines->files[i].name);
  }
  free(lines->files);
  free(lines->rows);
  free(lines);
}

void dwarf_lines_file(const struct dwarf_lines *lines, uint64_t number, struct dwarf_source *source)
{
  if (number < lines->first_file || number - lines->first_file >= lines->file_count)
    return;
  const struct source_file *file = &lines->files[number - lines->first_file];
  source->directory = file->directory;
  source->file = file->name;
}

struct dwarf_source dwarf_lines_find(const struct dwarf_lines *lines, uint64_t address)
{
  struct dwarf_source source = {0};
  size_t low = 0, high = lines->row_count; /* rows before `low` begin at or below the address */
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (lines->rows[middle].start <= address)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == 0 || address >= lines->rows[low - 1].end)
    return source;
  source.line = lines->rows[low - 1].line;
  dwarf_lines_file(lines, lines->rows[low - 1].file, &source);
  return source;
}
