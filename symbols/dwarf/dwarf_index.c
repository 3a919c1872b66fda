/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One pass over the unit headers reads the first DIE of each unit, which says what addresses the unit covers, and
 * nothing behind it. Units that say nothing there (strict DWARF 2) are looked up in .debug_aranges.
 *
 * The ranges of well-formed units do not overlap, but those of others may: the range that begins nearest below the
 * address wins, and only so many are tried. */
#include "symbols/dwarf/dwarf_index.h"

#include <stdlib.h>

#include "symbols/elf/bytes.h"
#include "symbols/dwarf/dwarf_functions.h"
#include "base/grow.h"

enum {
  UNITS_MAX = 1 << 20,
  OVERLAPS_MAX = 64,
  ARANGE_BYTES = 16, /* an address and a length, aligned to that from the start of the table */
};

struct unit_range {
  uint64_t start, end;
  size_t unit;
};

struct dwarf_index {
  struct dwarf_unit *units;
  size_t unit_count, unit_capacity;
  struct unit_range *ranges;
  size_t range_count, range_capacity;
};

/* What add_range() needs while the index is built. */
struct build {
  struct dwarf_index *index;
  struct dwarf_file *file;
  const struct elf_file *module;
  size_t unit;
  bool no_memory;
};

static void add_range(void *context, uint64_t start, uint64_t end)
{
  struct build *build = context;
  struct dwarf_index *index = build->index;
  if (!elf_file_is_code(build->module, start))
    return;
  if (!grow((void **)&index->ranges, index->range_count, &index->range_capacity, sizeof *index->ranges)) {
    build->no_memory = true;
    return;
  }
  index->ranges[index->range_count++] = (struct unit_range){start, end, build->unit};
}

static struct error *add_unit(struct build *build, Dwarf_Die die, Dwarf_Off header_offset, Dwarf_Off end)
{
  struct dwarf_index *index = build->index;
  Dwarf_Half tag = dwarf_file_tag(die);
  if (tag != DW_TAG_compile_unit && tag != DW_TAG_skeleton_unit)
    return NULL;
  struct dwarf_unit unit = {.header_offset = header_offset, .end_offset = end};
  Dwarf_Error error = NULL;
  if (dwarf_dieoffset(die, &unit.die_offset, &error) != DW_DLV_OK)
    return dwarf_file_error(build->file, "unit", error);
  if (!grow((void **)&index->units, index->unit_count, &index->unit_capacity, sizeof *index->units))
    return error_no_memory();
  unit.bases = dwarf_bases_of(build->file, die);
  build->unit = index->unit_count;
  unit.has_ranges = dwarf_ranges_each(build->file, &unit.bases, die, add_range, build);
  index->units[index->unit_count++] = unit;
  return build->no_memory ? error_no_memory() : NULL;
}

/* The next unit header; DW_DLV_NO_ENTRY behind the last. */
static int next_unit(const struct dwarf_file *file, Dwarf_Off *ret_next_offset, Dwarf_Error *error)
{
  Dwarf_Unsigned header_bytes, type_offset;
  Dwarf_Off abbreviations;
  Dwarf_Half version, address_bytes, length_bytes, extension_bytes, unit_type;
  Dwarf_Sig8 signature;
  return dwarf_next_cu_header_d(dwarf_file_debug(file), true, &header_bytes, &version, &abbreviations, &address_bytes,
                                &length_bytes, &extension_bytes, &signature, &type_offset, ret_next_offset, &unit_type,
                                error);
}

static struct error *add_units(struct build *build, struct error **ret_problem)
{
  Dwarf_Off offset = 0, next = 0;
  Dwarf_Error error = NULL;
  struct error *failure = NULL;
  for (size_t i = 0; i < UNITS_MAX && !failure; i++, offset = next) {
    int result = next_unit(build->file, &next, &error);
    if (result == DW_DLV_ERROR)
      *ret_problem = dwarf_file_error(build->file, "unit header", error);
    if (result != DW_DLV_OK || next <= offset)
      break;
    Dwarf_Die die = dwarf_file_sibling(build->file, NULL);
    if (die)
      failure = add_unit(build, die, offset, next);
    dwarf_file_free_die(build->file, die);
  }
  return failure;
}

/* Units are in the order of the file; between them there may be those of types. */
struct dwarf_unit *dwarf_index_unit_of(const struct dwarf_index *index, Dwarf_Off die_offset)
{
  size_t low = 0, high = index->unit_count; /* units before `low` begin at or before the offset */
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (index->units[middle].header_offset <= die_offset)
      low = middle + 1;
    else
      high = middle;
  }
  return low > 0 && die_offset < index->units[low - 1].end_offset ? &index->units[low - 1] : NULL;
}

/* The unit of a header offset. */
static struct dwarf_unit *unit_at(const struct dwarf_index *index, Dwarf_Off header_offset)
{
  struct dwarf_unit *unit = dwarf_index_unit_of(index, header_offset);
  return unit && unit->header_offset == header_offset ? unit : NULL;
}

/* The ranges that one table of .debug_aranges gives to its unit, if that has none of its own. */
static void add_arange_table(struct build *build, struct bytes table, unsigned offset_bytes)
{
  const unsigned char *start_of_table = table.next - (offset_bytes == 8 ? 12 : 4);
  uint64_t version = bytes_number(&table, 2), header_offset = bytes_number(&table, offset_bytes);
  uint64_t address_bytes = bytes_number(&table, 1), segment_bytes = bytes_number(&table, 1);
  struct dwarf_unit *unit = unit_at(build->index, header_offset);
  if (table.overrun || version != 2 || address_bytes != 8 || segment_bytes != 0 || !unit || unit->has_ranges)
    return;
  size_t head_bytes = (size_t)(table.next - start_of_table);
  bytes_block(&table, -head_bytes % ARANGE_BYTES);
  build->unit = (size_t)(unit - build->index->units);
  while (!table.overrun && !build->no_memory) {
    uint64_t start = bytes_number(&table, 8), length = bytes_number(&table, 8);
    if (length && start + length > start)
      add_range(build, start, start + length);
  }
}

static bool has_rangeless_unit(const struct dwarf_index *index)
{
  for (size_t i = 0; i < index->unit_count; i++)
    if (!index->units[i].has_ranges)
      return true;
  return false;
}

static struct error *add_aranges(struct build *build)
{
  const struct elf_section *section = dwarf_file_section(build->file, ".debug_aranges");
  if (!section || !has_rangeless_unit(build->index))
    return NULL;
  struct bytes bytes = bytes_of(section->data, section->bytes);
  while (bytes.next < bytes.end && !bytes.overrun && !build->no_memory) {
    unsigned offset_bytes;
    uint64_t length = bytes_length(&bytes, &offset_bytes);
    add_arange_table(build, bytes_part(&bytes, length), offset_bytes);
  }
  return build->no_memory ? error_no_memory() : NULL;
}

static int compare_ranges(const void *left_item, const void *right_item)
{
  const struct unit_range *left = left_item, *right = right_item;
  if (left->start != right->start)
    return left->start < right->start ? -1 : 1;
  return left->end > right->end ? -1 : left->end < right->end; /* the shorter later, so that it is met first */
}

struct error *dwarf_index_create(struct dwarf_file *file, const struct elf_file *module, struct dwarf_index **ret,
                                 struct error **ret_problem)
{
  struct dwarf_index *index = calloc(1, sizeof *index);
  if (!index)
    return error_no_memory();
  struct build build = {.index = index, .file = file, .module = module};
  *ret_problem = NULL;
  struct error *error = add_units(&build, ret_problem);
  if (!error)
    error = add_aranges(&build);
  if (error) {
    error_free(*ret_problem);
    *ret_problem = NULL;
    dwarf_index_destroy(index);
    return error;
  }
  if (index->range_count)
    qsort(index->ranges, index->range_count, sizeof *index->ranges, compare_ranges);
  *ret = index;
  return NULL;
}

void dwarf_index_destroy(struct dwarf_index *index)
{
  if (!index)
    return;
  for (size_t i = 0; i < index->unit_count; i++) {
    dwarf_lines_destroy(index->units[i].lines);
    dwarf_functions_destroy(index->units[i].functions);
  }
  free(index->units);
  free(index->ranges);
  free(index);
}

struct dwarf_unit *dwarf_index_find(const struct dwarf_index *index, uint64_t address)
{
  size_t low = 0, high = index->range_count; /* ranges before `low` begin at or below the address */
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (index->ranges[middle].start <= address)
      low = middle + 1;
    else
      high = middle;
  }
  for (size_t tries = 0; low > 0 && tries < OVERLAPS_MAX; tries++, low--)
    if (address < index->ranges[low - 1].end)
      return &index->units[index->ranges[low - 1].unit];
  return NULL;
}

struct dwarf_unit *dwarf_index_unit(const struct dwarf_index *index, size_t number)
{
  return number < index->unit_count ? &index->units[number] : NULL;
}
