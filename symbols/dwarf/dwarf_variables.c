/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Variables with an address stand where they are declared: at the top of a unit, in namespaces, or in functions and
 * their blocks (static ones). So units, namespaces and functions are walked, and types are not.
 *
 * Nothing tells which unit a variable is in, so all of them are walked, once, when a variable is first asked for. */
#include "symbols/dwarf/dwarf_variables.h"

#include <stdlib.h>

#include "base/grow.h"
#include "symbols/dwarf/dwarf_die.h"

enum { DIES_MAX = 1 << 22, DEPTH_MAX = 256 };

struct dwarf_variables {
  struct dwarf_variable *items; /* by where, then address */
  size_t count, capacity;
};

/* --- the walk --- */

struct walk {
  struct dwarf_variables *variables;
  size_t unit_number, dies;
  Dwarf_Off function_offset;
  bool no_memory;
};

static void add_variable(struct walk *walk, Dwarf_Die *die)
{
  struct dwarf_variables *variables = walk->variables;
  const struct dwarf_point anywhere = {0};
  struct dwarf_location location = dwarf_location_of(&anywhere, die);
  if (location.where != DWARF_ADDRESS && location.where != DWARF_TLS)
    return;
  if (!grow((void **)&variables->items, variables->count, &variables->capacity, sizeof *variables->items)) {
    walk->no_memory = true;
    return;
  }
  variables->items[variables->count++] = (struct dwarf_variable){
    .location = location,
    .die_offset = dwarf_dieoffset(die),
    .function_offset = walk->function_offset,
    .unit = walk->unit_number,
  };
}

static void walk_children(struct walk *walk, Dwarf_Die *parent, int depth)
{
  Dwarf_Die die;
  if (depth >= DEPTH_MAX || dwarf_child(parent, &die) != 0)
    return;
  do {
    if (++walk->dies > DIES_MAX || walk->no_memory)
      return;
    int tag = dwarf_tag(&die);
    Dwarf_Off outer = walk->function_offset;
    if (tag == DW_TAG_variable)
      add_variable(walk, &die);
    if (tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine)
      walk->function_offset = dwarf_dieoffset(&die);
    if (dwarf_tag_is_scope(tag) || tag == DW_TAG_common_block)
      walk_children(walk, &die, depth + 1);
    walk->function_offset = outer;
  } while (dwarf_siblingof(&die, &die) == 0);
}

static int compare(const void *left_item, const void *right_item)
{
  const struct dwarf_variable *left = left_item, *right = right_item;
  if (left->location.where != right->location.where)
    return left->location.where < right->location.where ? -1 : 1;
  if (left->location.address != right->location.address)
    return left->location.address < right->location.address ? -1 : 1;
  return (left->die_offset > right->die_offset) - (left->die_offset < right->die_offset);
}

struct error *dwarf_variables_create(const struct dwarf_file *file, const struct dwarf_index *index,
                                     struct dwarf_variables **ret)
{
  struct dwarf_variables *variables = calloc(1, sizeof *variables);
  if (!variables)
    return error_no_memory();
  struct walk walk = {.variables = variables};
  const struct dwarf_unit *unit;
  for (; (unit = dwarf_index_unit(index, walk.unit_number)) && walk.dies < DIES_MAX; walk.unit_number++) {
    Dwarf_Die die;
    if (dwarf_file_die_at(file, unit->die_offset, &die))
      walk_children(&walk, &die, 0);
  }
  if (walk.no_memory) {
    dwarf_variables_destroy(variables);
    return error_no_memory();
  }
  if (variables->count)
    qsort(variables->items, variables->count, sizeof *variables->items, compare);
  *ret = variables;
  return NULL;
}

void dwarf_variables_destroy(struct dwarf_variables *variables)
{
  if (!variables)
    return;
  free(variables->items);
  free(variables);
}

const struct dwarf_variable *dwarf_variables_find(const struct dwarf_variables *variables, enum dwarf_where where,
                                                  uint64_t address)
{
  const struct dwarf_variable wanted = {.location = {where, address}, .die_offset = UINT64_MAX};
  size_t low = 0, high = variables->count; /* items before `low` begin at or below the address */
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (compare(&variables->items[middle], &wanted) <= 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low > 0 && variables->items[low - 1].location.where == where ? &variables->items[low - 1] : NULL;
}
