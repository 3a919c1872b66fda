/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Variables with an address stand where they are declared: at the top of a unit, in namespaces, or (static ones) in
 * functions and their blocks, but not in types. Nothing tells which unit has the variable at an address, so all units
 * are walked, once, when a variable is first asked about. */
#include "host/symbols/dwarf/dwarf_variables.h"

#include <stdlib.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/order.h"

struct dwarf_variables {
  struct dwarf_variable *items; /* by where, then address */
  size_t count, capacity;
};

/* --- the walk --- */

static void add_variable(void *context, const struct dwarf_visit *visit)
{
  struct dwarf_variables *variables = context;
  const struct dwarf_point anywhere = {0};
  struct dwarf_location location = {DWARF_NOWHERE, 0};
  if (visit->tag == DW_TAG_variable)
    location = dwarf_location_of(&anywhere, visit->die);
  if (location.where != DWARF_ADDRESS && location.where != DWARF_TLS)
    return;
  *NEW_ITEM(variables->items, variables->count, variables->capacity) = (struct dwarf_variable){
    .location = location,
    .die_offset = dwarf_dieoffset(visit->die),
    .function_offset = visit->function_offset,
    .unit = visit->unit,
  };
}

ORDER(compare, struct dwarf_variable, UP(location.where) ?: UP(location.address) ?: UP(die_offset))

struct dwarf_variables *dwarf_variables_create(const struct dwarf_index *index)
{
  struct dwarf_variables *variables = memory_zeroed(1, sizeof *variables);
  dwarf_index_walk(index, add_variable, variables);
  if (variables->count)
    qsort(variables->items, variables->count, sizeof *variables->items, compare);
  return variables;
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
  size_t before = FIRST_NOT(i, variables->count, compare(&variables->items[i], &wanted) <= 0);
  return before > 0 && variables->items[before - 1].location.where == where ? &variables->items[before - 1] : NULL;
}
