/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Every instance of a function names its origin, as a rule a DIE of the same unit: an inline function in a header has
 * one in each unit. A hash of name and line brings these together. It is kept by origin, whose names would be read
 * again and again otherwise. Functions that are inlined nowhere have no origin and are not listed. */
#include "host/symbols/dwarf/dwarf_instances.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/fnv.h"
#include "host/base/grow.h"
#include "host/base/hash_table.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/symbols/dwarf/dwarf_die.h"

struct instance {
  uint64_t function, entry; /* the hash; 0: it is inlined */
};

struct dwarf_instances {
  struct instance *items; /* by function */
  size_t count, capacity;
};

/* --- functions --- */

static uint64_t hash_function(Dwarf_Die *die)
{
  const struct dwarf_names names = dwarf_die_names(die);
  const char *name = names.linkage_name ? names.linkage_name : names.name ? names.name : "";
  return fnv_number(fnv_bytes(FNV_EMPTY, name, strlen(name)), dwarf_die_declaration(die).line, 4);
}

struct origin {
  const void *die; /* where its bytes lie */
  uint64_t function;
};

HASHED(origin, struct origin, HASH(die, 0), SAME(die))

/* --- the walk --- */

struct walk {
  struct dwarf_instances *instances;
  htab_t origins;
};

static uint64_t function_of(struct walk *walk, Dwarf_Die *die)
{
  void **known = htab_find_slot(walk->origins, &(struct origin){.die = die->addr}, INSERT);
  if (*known)
    return ((struct origin *)*known)->function;
  struct origin *origin = *known = memory_allocate(sizeof *origin);
  *origin = (struct origin){die->addr, hash_function(die)};
  return origin->function;
}

static void take_first_range(void *context, uint64_t start, uint64_t end)
{
  uint64_t *entry = context;
  if (!*entry)
    *entry = start;
}

static void add_instance(struct walk *walk, Dwarf_Die *die, bool is_inlined)
{
  struct dwarf_instances *instances = walk->instances;
  Dwarf_Die origin;
  struct instance instance = {0};
  if (!dwarf_die_reference(die, DW_AT_abstract_origin, &origin))
    return;
  if (!is_inlined) {
    dwarf_die_ranges(die, take_first_range, &instance.entry);
    if (!instance.entry)
      return;
  }
  instance.function = function_of(walk, &origin);
  *NEW_ITEM(instances->items, instances->count, instances->capacity) = instance;
}

static void visit_function(void *context, const struct dwarf_visit *visit_function)
{
  struct walk *walk = context;
  if (visit_function->tag == DW_TAG_inlined_subroutine || visit_function->tag == DW_TAG_subprogram)
    add_instance(walk, visit_function->die, visit_function->tag == DW_TAG_inlined_subroutine);
}

ORDER(compare, struct instance, UP(function) ?: UP(entry))

struct dwarf_instances *dwarf_instances_create(const struct dwarf_index *index)
{
  struct walk walk = {.instances = memory_zeroed(1, sizeof *walk.instances)};
  walk.origins = HASH_TABLE(origin, 64, free);
  dwarf_index_walk(index, visit_function, &walk);
  htab_delete(walk.origins);
  if (walk.instances->count)
    qsort(walk.instances->items, walk.instances->count, sizeof *walk.instances->items, compare);
  return walk.instances;
}

void dwarf_instances_destroy(struct dwarf_instances *instances)
{
  if (!instances)
    return;
  free(instances->items);
  free(instances);
}

void dwarf_instances_each(const struct dwarf_instances *instances, Dwarf_Die *function,
                          void (*each)(void *context, uint64_t entry), void *context)
{
  uint64_t wanted = hash_function(function);
  size_t low = FIRST_NOT(i, instances->count, instances->items[i].function < wanted);
  for (; low < instances->count && instances->items[low].function == wanted; low++)
    each(context, instances->items[low].entry);
}
