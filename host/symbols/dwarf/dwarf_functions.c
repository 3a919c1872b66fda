/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A unit's functions are listed once, by a walk over its topmost DIEs and its namespaces, where compilers put functions
 * that have code. Only when an address is in none of them is everything walked, for functions inside functions and
 * types. The inside of a function is walked when an address in it is asked about, along the inlined functions and
 * blocks that cover the address.
 *
 * In a damaged file DIEs need not form a tree, so depth and number of DIEs have limits that no compiler comes near. */
#include "host/symbols/dwarf/dwarf_functions.h"

#include <stdlib.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/symbols/elf/address_ranges.h"

enum {
  DEPTH_MAX = 512,       /* of nested DIEs */
  DIES_MAX = 1 << 23,    /* met in one walk */
};

struct function_range {
  struct address_range range;
  Dwarf_Off die_offset;
};

struct dwarf_functions {
  Dwarf_Die unit;
  const struct elf_file *module;
  struct function_range *ranges;
  size_t range_count, range_capacity;
  bool is_complete; /* everything was walked */
  bool is_damaged;
};

/* A walk over a unit's DIEs that lists functions. */
struct listing {
  struct dwarf_functions *functions;
  Dwarf_Off die_offset; /* of the function whose ranges are being read */
  size_t dies;
  bool everything;
};

static void add_range(void *context, uint64_t start, uint64_t end)
{
  struct listing *listing = context;
  struct dwarf_functions *functions = listing->functions;
  if (!elf_file_is_code(functions->module, start))
    return;
  *NEW_ITEM(functions->ranges, functions->range_count, functions->range_capacity) =
    (struct function_range){{start, end}, listing->die_offset};
}

static bool holds_functions(const struct listing *listing, int tag)
{
  return listing->everything || tag == DW_TAG_namespace || tag == DW_TAG_module;
}

static void list_children(struct listing *listing, Dwarf_Die *parent, int depth)
{
  Dwarf_Die die;
  int result = depth < DEPTH_MAX ? dwarf_child(parent, &die) : 1;
  for (; result == 0; result = dwarf_siblingof(&die, &die)) {
    if (++listing->dies > DIES_MAX)
      return;
    int tag = dwarf_tag(&die);
    if (tag == DW_TAG_subprogram) {
      listing->die_offset = dwarf_dieoffset(&die);
      enum dwarf_ranges ranges = dwarf_die_ranges(&die, add_range, listing);
      listing->functions->is_damaged |= ranges == DWARF_RANGES_DAMAGED;
    }
    if (holds_functions(listing, tag))
      list_children(listing, &die, depth + 1);
  }
  listing->functions->is_damaged |= result < 0;
}

/* List the functions anew. */
static void list_functions(struct dwarf_functions *functions, bool everything)
{
  struct listing listing = {.functions = functions, .everything = everything};
  functions->range_count = 0;
  list_children(&listing, &functions->unit, 0);
  address_ranges_sort(functions->ranges, functions->range_count, sizeof *functions->ranges);
  functions->is_complete = everything;
}

struct dwarf_functions *dwarf_functions_create(const struct elf_file *module, const Dwarf_Die *unit)
{
  struct dwarf_functions *functions = memory_zeroed(1, sizeof *functions);
  functions->unit = *unit;
  functions->module = module;
  list_functions(functions, false);
  return functions;
}

void dwarf_functions_destroy(struct dwarf_functions *functions)
{
  if (!functions)
    return;
  free(functions->ranges);
  free(functions);
}

static const struct function_range *find_range(const struct dwarf_functions *functions, uint64_t address)
{
  return address_ranges_find(functions->ranges, functions->range_count, sizeof *functions->ranges, address);
}

/* Whether a DIE covers an address. */
struct cover {
  uint64_t address;
  bool covers;
};

static void test_range(void *context, uint64_t start, uint64_t end)
{
  struct cover *cover = context;
  cover->covers |= cover->address >= start && cover->address < end;
}

/* The way down to what is inlined at an address. */
struct descent {
  uint64_t address;
  struct dwarf_call *calls;
  size_t count, dies;
  bool cut, is_damaged;
  void (*each)(void *context, Dwarf_Die *die); /* NULL: calls are collected */
  void *context;
};

/* Take note of what covers the address. */
static void add_scope(struct descent *descent, Dwarf_Die *die, bool is_call)
{
  if (descent->each)
    descent->each(descent->context, die);
  if (descent->each || !is_call)
    return;
  if (descent->count >= INLINE_DEPTH_MAX) {
    descent->cut = true;
    return;
  }
  struct dwarf_call *call = &descent->calls[descent->count++];
  *call = (struct dwarf_call){
    .die = *die, .names = dwarf_die_names(die), .declaration = dwarf_die_declaration(die)};
  dwarf_die_number(die, DW_AT_call_file, &call->call_file);
  dwarf_die_number(die, DW_AT_call_line, &call->call_line);
  dwarf_die_number(die, DW_AT_call_column, &call->call_column);
}

/* Go down below `parent`; true when something there covers the address. A block without addresses is searched, too. */
static bool descend_into(struct descent *descent, Dwarf_Die *parent, int depth)
{
  Dwarf_Die die;
  if (depth >= DEPTH_MAX) {
    descent->cut = true;
    return true;
  }
  if (dwarf_child(parent, &die) != 0)
    return false;
  do {
    int tag = dwarf_tag(&die);
    if (++descent->dies > DIES_MAX)
      return false;
    if (tag != DW_TAG_inlined_subroutine && !dwarf_tag_is_block(tag))
      continue;
    struct cover cover = {.address = descent->address};
    enum dwarf_ranges has_ranges = dwarf_die_ranges(&die, test_range, &cover);
    descent->is_damaged |= has_ranges == DWARF_RANGES_DAMAGED;
    if (cover.covers)
      add_scope(descent, &die, tag == DW_TAG_inlined_subroutine);
    if (cover.covers || (dwarf_tag_is_block(tag) && !has_ranges))
      if (descend_into(descent, &die, depth + 1) || cover.covers)
        return true;
  } while (dwarf_siblingof(&die, &die) == 0);
  return false;
}

/* Go down from the function at the address. */
static void descend_from_function(struct dwarf_functions *functions, struct descent *descent)
{
  const struct function_range *range = find_range(functions, descent->address);
  Dwarf_Die die;
  if (!range && !functions->is_complete) {
    list_functions(functions, true);
    range = find_range(functions, descent->address);
  }
  if (!range || !dwarf_offdie(dwarf_cu_getdwarf(functions->unit.cu), range->die_offset, &die))
    return;
  add_scope(descent, &die, true);
  descend_into(descent, &die, 0);
  functions->is_damaged |= descent->is_damaged;
}

bool dwarf_functions_is_damaged(const struct dwarf_functions *functions)
{
  return functions->is_damaged;
}

void dwarf_functions_scopes(struct dwarf_functions *functions, uint64_t address,
                            void (*each)(void *context, Dwarf_Die *die), void *context)
{
  struct descent descent = {.address = address, .each = each, .context = context};
  descend_from_function(functions, &descent);
}

size_t dwarf_functions_find(struct dwarf_functions *functions, uint64_t address,
                            struct dwarf_call calls[INLINE_DEPTH_MAX], bool *ret_cut)
{
  struct descent descent = {.address = address, .calls = calls};
  descend_from_function(functions, &descent);
  *ret_cut = descent.cut || descent.dies > DIES_MAX;
  return descent.count;
}
