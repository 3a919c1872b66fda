/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One pass over the unit headers reads the first DIE of each unit, which says what addresses the unit covers, and
 * nothing after it. Units that say nothing there (strict DWARF 2) are looked up in .debug_aranges. */
#include "host/symbols/dwarf/dwarf_index.h"

#include <stdlib.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/symbols/dwarf/dwarf_functions.h"
#include "host/symbols/elf/address_ranges.h"

enum {
  UNITS_MAX = 1 << 20,
  DIES_MAX = 1 << 22, /* met on one walk */
  DEPTH_MAX = 256,
};

struct unit_range {
  struct address_range range;
  size_t unit;
};

struct dwarf_index {
  Dwarf *dwarf;
  struct dwarf_splits *splits; /* the caller's */
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
};

static void add_range(void *context, uint64_t start, uint64_t end)
{
  struct build *build = context;
  struct dwarf_index *index = build->index;
  if (!elf_file_is_code(build->module, start))
    return;
  *NEW_ITEM(index->ranges, index->range_count, index->range_capacity) = (struct unit_range){{start, end}, build->unit};
}

/* Before DWARF 5 only its attributes tell. */
static bool is_skeleton(Dwarf_Die *die, int tag)
{
  return tag == DW_TAG_skeleton_unit || dwarf_hasattr(die, DW_AT_GNU_dwo_name);
}

/* The first one is told. */
static void note_problem(const struct build *build, struct error **problem, Dwarf_Off offset, const char *what)
{
  if (!*problem)
    *problem = error_format("%s: the unit at .debug_info+0x%llx cannot be read (%s), so lines of its code are missing; "
                            "build or install the file again", dwarf_file_path(build->file),
                            (unsigned long long)offset, what);
}

static void note_version(const struct build *build, struct error **problem, Dwarf_Off offset, unsigned version)
{
  if (!*problem)
    *problem = error_format("%s: the unit at .debug_info+0x%llx is damaged, or of DWARF version %u, while 2 to 5 are "
                            "known, so lines of its code are missing; build or install the file again (-gdwarf-5)",
                            dwarf_file_path(build->file), (unsigned long long)offset, version);
}

static void add_unit(struct build *build, Dwarf_Die *die, Dwarf_Off offset, struct error **ret_problem)
{
  struct dwarf_index *index = build->index;
  int tag = dwarf_tag(die);
  if (tag != DW_TAG_compile_unit && tag != DW_TAG_skeleton_unit)
    return;
  struct dwarf_unit unit = {.die_offset = dwarf_dieoffset(die), .is_skeleton = is_skeleton(die, tag)};
  grow((void **)&index->units, index->unit_count, &index->unit_capacity, sizeof *index->units);
  build->unit = index->unit_count;
  unit.has_lines = dwarf_die_number(die, DW_AT_stmt_list, &unit.lines_offset);
  enum dwarf_ranges ranges = dwarf_die_ranges(die, add_range, build);
  unit.has_ranges = ranges != DWARF_RANGES_NONE;
  if (ranges == DWARF_RANGES_DAMAGED)
    note_problem(build, ret_problem, offset, "the addresses that it covers are damaged");
  index->units[index->unit_count++] = unit;
}

static void add_units(struct build *build, struct error **ret_problem)
{
  Dwarf_Off offset = 0, next = 0;
  for (size_t i = 0; i < UNITS_MAX; i++, offset = next) {
    size_t header_bytes;
    Dwarf_Die die;
    Dwarf_Half version = 0;
    int result =
      dwarf_next_unit(build->index->dwarf, offset, &next, &header_bytes, &version, NULL, NULL, NULL, NULL, NULL);
    if (result < 0)
      note_problem(build, ret_problem, offset, dwarf_errmsg(-1));
    if (result != 0 || next <= offset)
      break;
    if (dwarf_file_die_at(build->file, offset + header_bytes, &die) && dwarf_tag(&die) != DW_TAG_invalid)
      add_unit(build, &die, offset, ret_problem);
    else if (version < 2 || version > 5)
      note_version(build, ret_problem, offset, version);
    else
      note_problem(build, ret_problem, offset, "its abbreviations are damaged");
  }
}

/* Units are in the order of the file. */
static struct dwarf_unit *unit_at(const struct dwarf_index *index, Dwarf_Off die_offset)
{
  size_t low = FIRST_NOT(i, index->unit_count, index->units[i].die_offset < die_offset);
  return low < index->unit_count && index->units[low].die_offset == die_offset ? &index->units[low] : NULL;
}

/* The unit that is `cu` to libdw. */
static struct dwarf_unit *unit_of(const struct dwarf_index *index, Dwarf_CU *cu)
{
  Dwarf_Die die;
  uint8_t type;
  Dwarf *dwarf = dwarf_cu_getdwarf(cu);
  for (size_t i = 0; i < index->unit_count && dwarf != index->dwarf; i++)
    if (index->units[i].split && dwarf_split_handle(index->units[i].split) == dwarf)
      return &index->units[i];
  if (dwarf != index->dwarf || dwarf_cu_info(cu, NULL, &type, &die, NULL, NULL, NULL, NULL) != 0)
    return NULL;
  return type == DW_UT_type ? NULL : unit_at(index, dwarf_dieoffset(&die));
}

struct dwarf_unit *dwarf_index_unit_with_lines(const struct dwarf_index *index, Dwarf_CU *cu)
{
  Dwarf_Die die;
  uint64_t lines;
  struct dwarf_unit *unit = unit_of(index, cu);
  if (unit || dwarf_cu_getdwarf(cu) != index->dwarf || !dwarf_cu_die(cu, &die, NULL, NULL, NULL, NULL, NULL, NULL) ||
      !dwarf_die_number(&die, DW_AT_stmt_list, &lines))
    return unit;
  for (size_t i = 0; i < index->unit_count; i++)
    if (index->units[i].lines_offset == lines && index->units[i].has_lines)
      return &index->units[i];
  return NULL;
}

static bool has_rangeless_unit(const struct dwarf_index *index)
{
  for (size_t i = 0; i < index->unit_count; i++)
    if (!index->units[i].has_ranges)
      return true;
  return false;
}

/* The ranges of units that have none of their own. */
static void add_aranges(struct build *build)
{
  const struct dwarf_index *index = build->index;
  Dwarf_Aranges *aranges = NULL;
  size_t count = 0;
  if (!has_rangeless_unit(index) || dwarf_getaranges(index->dwarf, &aranges, &count) != 0)
    return;
  for (size_t i = 0; i < count; i++) {
    Dwarf_Addr start;
    Dwarf_Word length;
    Dwarf_Off die_offset;
    struct dwarf_unit *unit = NULL;
    if (dwarf_getarangeinfo(dwarf_onearange(aranges, i), &start, &length, &die_offset) == 0)
      unit = unit_at(index, die_offset);
    if (!unit || unit->has_ranges || start + length <= start)
      continue;
    build->unit = (size_t)(unit - index->units);
    add_range(build, start, start + length);
  }
}

struct dwarf_index *dwarf_index_create(struct dwarf_file *file, const struct elf_file *module,
                                       struct dwarf_splits *splits, struct error **ret_problem)
{
  struct dwarf_index *index = memory_zeroed(1, sizeof *index);
  index->dwarf = dwarf_file_handle(file);
  index->splits = splits;
  struct build build = {.index = index, .file = file, .module = module};
  *ret_problem = NULL;
  add_units(&build, ret_problem);
  add_aranges(&build);
  address_ranges_sort(index->ranges, index->range_count, sizeof *index->ranges);
  return index;
}

void dwarf_index_destroy(struct dwarf_index *index)
{
  if (!index)
    return;
  for (size_t i = 0; i < index->unit_count; i++) {
    dwarf_lines_destroy(index->units[i].lines);
    dwarf_functions_destroy(index->units[i].functions);
    dwarf_split_close(index->units[i].split);
  }
  free(index->units);
  free(index->ranges);
  free(index);
}

struct dwarf_unit *dwarf_index_find(const struct dwarf_index *index, uint64_t address)
{
  const struct unit_range *found =
    address_ranges_find(index->ranges, index->range_count, sizeof *index->ranges, address);
  return found ? &index->units[found->unit] : NULL;
}

bool dwarf_index_unit_die(const struct dwarf_index *index, struct dwarf_unit *unit, Dwarf_Die *ret)
{
  if (!dwarf_offdie(index->dwarf, unit->die_offset, ret))
    return false;
  if (unit->split)
    return dwarf_cu_die(unit->split_cu, ret, NULL, NULL, NULL, NULL, NULL, NULL) != NULL;
  if (!unit->is_skeleton || unit->split_tried)
    return true;
  Dwarf_Die rest;
  unit->split_tried = true;
  unit->split = dwarf_split_open(index->splits, ret, &rest);
  if (!unit->split)
    return true;
  unit->split_cu = rest.cu;
  *ret = rest;
  return true;
}

bool dwarf_index_die_at(const struct dwarf_index *index, size_t number, Dwarf_Off offset, Dwarf_Die *ret)
{
  if (number >= index->unit_count)
    return false;
  const struct dwarf_split *split = index->units[number].split;
  return dwarf_offdie(split ? dwarf_split_handle(split) : index->dwarf, offset, ret) != NULL;
}

/* --- the walk --- */

struct walk {
  size_t unit, dies;
  void (*each)(void *context, const struct dwarf_visit *visit);
  void *context;
};

/* False when the walk is to end. */
static bool walk_children(struct walk *walk, Dwarf_Die *parent, Dwarf_Off function_offset, int depth)
{
  Dwarf_Die die;
  if (depth >= DEPTH_MAX || dwarf_child(parent, &die) != 0)
    return true;
  do {
    int tag = dwarf_tag(&die);
    bool is_function = tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine;
    if (++walk->dies > DIES_MAX)
      return false;
    walk->each(walk->context, &(struct dwarf_visit){&die, tag, walk->unit, function_offset});
    if ((dwarf_tag_is_scope(tag) || tag == DW_TAG_common_block) &&
        !walk_children(walk, &die, is_function ? dwarf_dieoffset(&die) : function_offset, depth + 1))
      return false;
  } while (dwarf_siblingof(&die, &die) == 0);
  return true;
}

void dwarf_index_walk(const struct dwarf_index *index, void (*each)(void *context, const struct dwarf_visit *visit),
                      void *context)
{
  struct walk walk = {.each = each, .context = context};
  Dwarf_Die die;
  for (bool goes_on = true; goes_on && walk.unit < index->unit_count; walk.unit++)
    if (dwarf_index_unit_die(index, &index->units[walk.unit], &die))
      goes_on = walk_children(&walk, &die, 0, 0);
}
