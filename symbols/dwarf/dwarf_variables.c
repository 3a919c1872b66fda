/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Variables with an address stand where they are declared: at the top of a unit, in namespaces, or in functions and
 * their blocks (static ones). So units, namespaces and functions are walked, and types are not.
 *
 * Nothing tells which unit a variable is in, so all of them are walked, once, when a variable is first asked for. */
#include "symbols/dwarf/dwarf_variables.h"

#include <stdlib.h>

#include "base/grow.h"

enum { DIES_MAX = 1 << 22, DEPTH_MAX = 256, ORIGINS_MAX = 4 };

struct dwarf_variables {
  struct dwarf_variable *items; /* by where, then address */
  size_t count, capacity;
};

/* --- the walk --- */

struct walk {
  struct dwarf_variables *variables;
  struct dwarf_file *file;
  const struct dwarf_unit *unit;
  size_t unit_number, dies;
  Dwarf_Off function_offset;
  bool no_memory;
};

static void add_variable(struct walk *walk, Dwarf_Die die)
{
  struct dwarf_variables *variables = walk->variables;
  const struct dwarf_point anywhere = {.bases = &walk->unit->bases};
  struct dwarf_location location = dwarf_location_of(walk->file, &anywhere, die);
  if (location.where != DWARF_ADDRESS && location.where != DWARF_TLS)
    return;
  if (!grow((void **)&variables->items, variables->count, &variables->capacity, sizeof *variables->items)) {
    walk->no_memory = true;
    return;
  }
  variables->items[variables->count++] = (struct dwarf_variable){
    .location = location,
    .die_offset = dwarf_file_offset(walk->file, die),
    .function_offset = walk->function_offset,
    .unit = walk->unit_number,
  };
}

static void walk_children(struct walk *walk, Dwarf_Die parent, int depth)
{
  if (depth >= DEPTH_MAX)
    return;
  for (Dwarf_Die die = dwarf_file_child(walk->file, parent); die; die = dwarf_file_step(walk->file, die)) {
    if (++walk->dies > DIES_MAX || walk->no_memory) {
      dwarf_file_free_die(walk->file, die);
      return;
    }
    Dwarf_Half tag = dwarf_file_tag(die);
    Dwarf_Off outer = walk->function_offset;
    if (tag == DW_TAG_variable)
      add_variable(walk, die);
    if (tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine)
      walk->function_offset = dwarf_file_offset(walk->file, die);
    if (dwarf_tag_is_scope(tag) || tag == DW_TAG_common_block)
      walk_children(walk, die, depth + 1);
    walk->function_offset = outer;
  }
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

struct error *dwarf_variables_create(struct dwarf_file *file, const struct dwarf_index *index,
                                     struct dwarf_variables **ret)
{
  struct dwarf_variables *variables = calloc(1, sizeof *variables);
  if (!variables)
    return error_no_memory();
  struct walk walk = {.variables = variables, .file = file};
  for (; (walk.unit = dwarf_index_unit(index, walk.unit_number)) && walk.dies < DIES_MAX; walk.unit_number++) {
    Dwarf_Die die = dwarf_file_die_at(file, walk.unit->die_offset);
    if (die)
      walk_children(&walk, die, 0);
    dwarf_file_free_die(file, die);
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

/* --- what DIEs say, or those that they are instances of --- */

/* Call `ask` for a DIE and its origins until it is content. */
static bool ask_origins(struct dwarf_file *file, Dwarf_Die die,
                        bool (*ask)(struct dwarf_file *file, Dwarf_Die die, void *context), void *context)
{
  if (ask(file, die, context))
    return true;
  struct dwarf_place place;
  Dwarf_Die from = die;
  for (int i = 0; i < ORIGINS_MAX; i++) {
    bool found = dwarf_file_reference(file, from, DW_AT_abstract_origin, &place) ||
                 dwarf_file_reference(file, from, DW_AT_specification, &place);
    if (from != die)
      dwarf_file_free_die(file, from);
    from = found ? dwarf_file_die_at(place.file, place.offset) : NULL;
    if (!from)
      return false;
    file = place.file;
    if (ask(file, from, context)) {
      dwarf_file_free_die(file, from);
      return true;
    }
  }
  dwarf_file_free_die(file, from);
  return false;
}

/* A definition leaves out what its declaration says already: often the file, seldom the line. */
static bool ask_declaration(struct dwarf_file *file, Dwarf_Die die, void *context)
{
  struct dwarf_declaration *declaration = context;
  if (!declaration->line)
    dwarf_file_number(file, die, DW_AT_decl_line, &declaration->line);
  if (!declaration->holder.file && dwarf_file_number(file, die, DW_AT_decl_file, &declaration->file))
    declaration->holder = (struct dwarf_place){file, dwarf_file_offset(file, die)};
  return declaration->line && declaration->holder.file;
}

struct dwarf_declaration dwarf_declaration(struct dwarf_file *file, Dwarf_Die die)
{
  struct dwarf_declaration declaration = {0};
  ask_origins(file, die, ask_declaration, &declaration);
  return declaration;
}

static bool ask_type(struct dwarf_file *file, Dwarf_Die die, void *context)
{
  return dwarf_file_reference(file, die, DW_AT_type, context);
}

bool dwarf_type_of(struct dwarf_file *file, Dwarf_Die die, struct dwarf_place *ret)
{
  return ask_origins(file, die, ask_type, ret);
}
