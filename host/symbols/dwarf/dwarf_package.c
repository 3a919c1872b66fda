/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A .dwo file has one compilation unit, and all sections are for it. A package begins as several such files whose
 * sections of one name are strung together. An index (.debug_cu_index) tells by a hash table which row a unit's id has,
 * and the row what part of each section is the unit's; strings are common to all. Units of types have an index of their
 * own (.debug_tu_index). Of equal ones a package keeps the first, so a unit may refer to types that came with another;
 * only those that came with it are found here. */
#include "host/symbols/dwarf/dwarf_package.h"

#include <dwarf.h>
#include <string.h>

enum {
  COLUMNS_MAX = 8,
  INDEX_HEAD_BYTES = 16,
  TYPES_MAX_BYTES = 1 << 26,
  SECTIONS_OF_ONE_NAME_MAX = 1 << 14,
};

static const char *const part_names[SPLIT_PARTS] = {
  [SPLIT_INFO] = ".debug_info.dwo",         [SPLIT_ABBREV] = ".debug_abbrev.dwo",
  [SPLIT_LINE] = ".debug_line.dwo",         [SPLIT_LOC] = ".debug_loc.dwo",
  [SPLIT_LOCLISTS] = ".debug_loclists.dwo", [SPLIT_RNGLISTS] = ".debug_rnglists.dwo",
  [SPLIT_STR_OFFSETS] = ".debug_str_offsets.dwo", [SPLIT_STR] = ".debug_str.dwo",
};
static const char types_name[] = ".debug_types.dwo";

void split_parts_deinit(struct split_parts *parts)
{
  builder_deinit(&parts->types);
}

static struct error *take_parts(struct elf_file *file, struct split_parts *parts)
{
  for (int i = 0; i < SPLIT_PARTS; i++) {
    struct elf_section section;
    bool found = false;
    RETURN_IF_ERROR(elf_file_section(file, part_names[i], &section, &found));
    if (found)
      parts->sections[i] = section;
  }
  return NULL;
}

/* --- a file of one unit --- */

/* Take note of what the units of a section are. The id of a unit is in its head since DWARF 5; before that, there is
 * one unit, and its id is compared later. */
static void take_units(const struct elf_section *section, uint64_t id, struct split_parts *parts, bool *ret_found)
{
  struct bytes left = bytes_of(section->data, section->bytes);
  while (left.next < left.end && !left.overrun) {
    const unsigned char *start = left.next;
    unsigned offset_bytes;
    struct bytes unit = bytes_part(&left, bytes_length(&left, &offset_bytes));
    size_t bytes = (size_t)(left.next - start);
    bool is_new = bytes_number(&unit, 2) >= 5;
    uint64_t kind = is_new ? bytes_number(&unit, 1) : DW_UT_split_compile;
    if (is_new)
      bytes_number(&unit, 1 + offset_bytes);
    if (kind == DW_UT_split_type || kind == DW_UT_type) {
      builder_block(&parts->types, start, bytes);
    } else if (kind == DW_UT_split_compile && !unit.overrun && (!is_new || bytes_number(&unit, 8) == id)) {
      parts->sections[SPLIT_INFO] = (struct elf_section){.data = start, .bytes = bytes};
      *ret_found = true;
    }
  }
}

/* Each unit of types may have a section of its own. */
static struct error *each_section(struct elf_file *object, const char *name, uint64_t id, struct split_parts *parts,
                                  bool *ret_found)
{
  bool found = true;
  for (size_t i = 0; i < SECTIONS_OF_ONE_NAME_MAX; i++) {
    struct elf_section section;
    struct error *error = elf_file_section_number(object, name, i, &section, &found);
    if (error || !found)
      return error;
    if (ret_found)
      take_units(&section, id, parts, ret_found);
    else
      builder_block(&parts->types, section.data, section.bytes);
  }
  return NULL;
}

struct error *dwarf_object_parts(struct elf_file *object, uint64_t id, struct split_parts *ret, bool *ret_found)
{
  *ret = (struct split_parts){.types = {0}};
  *ret_found = false;
  struct error *error = take_parts(object, ret);
  if (!error)
    error = each_section(object, part_names[SPLIT_INFO], id, ret, ret_found);
  if (!error)
    error = each_section(object, types_name, id, ret, NULL);
  return error;
}

/* --- a package --- */

struct part_index {
  struct elf_section section;
  uint32_t column_count, row_count, slot_count;
  uint32_t columns[COLUMNS_MAX];
  bool is_new; /* as in DWARF 5; else as GNU's tools had it before */
};

/* Numbers of what is in a column. */
enum { COLUMN_INFO = 1, COLUMN_TYPES = 2, COLUMN_ABBREV = 3, COLUMN_STR_OFFSETS = 6 };

static int part_of_column(const struct part_index *index, uint32_t column)
{
  static const signed char old_parts[] = {[1] = SPLIT_INFO, -1, SPLIT_ABBREV, SPLIT_LINE, SPLIT_LOC, SPLIT_STR_OFFSETS,
                                          -1, -1};
  static const signed char new_parts[] = {[1] = SPLIT_INFO, -1, SPLIT_ABBREV, SPLIT_LINE, SPLIT_LOCLISTS,
                                          SPLIT_STR_OFFSETS, -1, SPLIT_RNGLISTS};
  return column < 1 || column >= sizeof old_parts ? -1 : index->is_new ? new_parts[column] : old_parts[column];
}

static struct bytes index_at(const struct part_index *index, uint64_t offset)
{
  return bytes_at(index->section.data, index->section.bytes, offset);
}

/* Where the table of offsets begins; after it is that of sizes. */
static uint64_t offsets_at(const struct part_index *index)
{
  return INDEX_HEAD_BYTES + (uint64_t)index->slot_count * 12 + (uint64_t)index->column_count * 4;
}

static struct error *open_index(struct elf_file *package, const char *name, struct part_index *ret, bool *ret_found)
{
  struct error *error = elf_file_section(package, name, &ret->section, ret_found);
  if (error || !*ret_found)
    return error;
  struct bytes bytes = index_at(ret, 0);
  uint64_t version = bytes_number(&bytes, 4); /* 2 bytes since DWARF 5, and 2 of zeros */
  ret->is_new = version == 5;
  ret->column_count = (uint32_t)bytes_number(&bytes, 4);
  ret->row_count = (uint32_t)bytes_number(&bytes, 4);
  ret->slot_count = (uint32_t)bytes_number(&bytes, 4);
  if (bytes.overrun || (version != 2 && version != 5) || ret->column_count > COLUMNS_MAX ||
      offsets_at(ret) + (uint64_t)ret->row_count * ret->column_count * 8 > ret->section.bytes)
    return error_format("%s: %s is damaged, or of an unknown version (%llu)", elf_file_path(package), name,
                        (unsigned long long)version);
  bytes = index_at(ret, offsets_at(ret) - (uint64_t)ret->column_count * 4);
  for (uint32_t i = 0; i < ret->column_count; i++)
    ret->columns[i] = (uint32_t)bytes_number(&bytes, 4);
  return NULL;
}

/* The row of an id, from 1; 0: there is none. */
static uint32_t find_row(const struct part_index *index, uint64_t id)
{
  uint32_t mask = index->slot_count - 1, slot = (uint32_t)id & mask, step = ((uint32_t)(id >> 32) & mask) | 1;
  for (uint32_t i = 0; i < index->slot_count; i++, slot = (slot + step) & mask) {
    struct bytes ids = index_at(index, INDEX_HEAD_BYTES + (uint64_t)slot * 8);
    struct bytes rows = index_at(index, INDEX_HEAD_BYTES + (uint64_t)index->slot_count * 8 + (uint64_t)slot * 4);
    uint64_t found = bytes_number(&ids, 8);
    uint32_t row = (uint32_t)bytes_number(&rows, 4);
    if (row == 0 || row > index->row_count || found == id)
      return row > index->row_count ? 0 : row;
  }
  return 0;
}

/* What a row has in a column: offset and size. */
static void read_cell(const struct part_index *index, uint32_t row, uint32_t column, uint64_t *ret_offset,
                      uint64_t *ret_bytes)
{
  uint64_t cell = ((uint64_t)(row - 1) * index->column_count + column) * 4;
  struct bytes offsets = index_at(index, offsets_at(index) + cell);
  struct bytes sizes =
    index_at(index, offsets_at(index) + (uint64_t)index->row_count * index->column_count * 4 + cell);
  *ret_offset = bytes_number(&offsets, 4);
  *ret_bytes = bytes_number(&sizes, 4);
}

static bool cut(struct elf_section *section, uint64_t offset, uint64_t bytes)
{
  if (offset > section->bytes || bytes > section->bytes - offset)
    return false;
  section->data += offset;
  section->bytes = bytes;
  return true;
}

static struct error *cut_parts(struct elf_file *package, const struct part_index *index, uint32_t row,
                               struct split_parts *parts)
{
  for (uint32_t i = 0; i < index->column_count; i++) {
    uint64_t offset, bytes;
    int part = part_of_column(index, index->columns[i]);
    read_cell(index, row, i, &offset, &bytes);
    if (part >= 0 && parts->sections[part].data && !cut(&parts->sections[part], offset, bytes))
      return error_format("%s: .debug_cu_index leads out of %s; the package is damaged", elf_file_path(package),
                          part_names[part]);
  }
  return NULL;
}

/* Where a row's part for a column begins; UINT64_MAX: it has none. */
static uint64_t offset_in_column(const struct part_index *index, uint32_t row, uint32_t wanted)
{
  for (uint32_t i = 0; i < index->column_count; i++) {
    uint64_t offset, bytes;
    read_cell(index, row, i, &offset, &bytes);
    if (index->columns[i] == wanted)
      return offset;
  }
  return UINT64_MAX;
}

/* Units of types from the same file have its abbreviations. */
static struct error *take_types(struct elf_file *package, uint64_t abbreviations, uint64_t strings,
                                struct split_parts *parts)
{
  struct part_index index;
  struct elf_section section;
  bool found = false;
  struct error *error = open_index(package, ".debug_tu_index", &index, &found);
  if (error || !found)
    return error;
  uint32_t column = index.is_new ? COLUMN_INFO : COLUMN_TYPES;
  error = elf_file_section(package, index.is_new ? part_names[SPLIT_INFO] : types_name, &section, &found);
  for (uint32_t row = 1; !error && found && row <= index.row_count && parts->types.size < TYPES_MAX_BYTES; row++) {
    if (offset_in_column(&index, row, COLUMN_ABBREV) != abbreviations ||
        offset_in_column(&index, row, COLUMN_STR_OFFSETS) != strings)
      continue;
    for (uint32_t i = 0; i < index.column_count; i++) {
      struct elf_section unit = section;
      uint64_t offset, bytes;
      read_cell(&index, row, i, &offset, &bytes);
      if (index.columns[i] == column && cut(&unit, offset, bytes))
        builder_block(&parts->types, unit.data, unit.bytes);
    }
  }
  return error;
}

struct error *dwarf_package_parts(struct elf_file *package, uint64_t id, struct split_parts *ret, bool *ret_found)
{
  struct part_index index;
  bool found = false;
  *ret = (struct split_parts){.types = {0}};
  *ret_found = false;
  struct error *error = open_index(package, ".debug_cu_index", &index, &found);
  uint32_t row = !error && found ? find_row(&index, id) : 0;
  if (error || row == 0)
    return error;
  *ret_found = true;
  error = take_parts(package, ret);
  if (!error)
    error = cut_parts(package, &index, row, ret);
  if (!error)
    error = take_types(package, offset_in_column(&index, row, COLUMN_ABBREV),
                       offset_in_column(&index, row, COLUMN_STR_OFFSETS), ret);
  return error;
}
