/* SPDX-License-Identifier: GPL-2.0-or-later */
/* DIEs do not tell their parents. So all scopes of a unit are listed once, in the order of the file, each with the
 * offset where it ends; those that contain an offset are then found by bisection. Functions are listed only when a type
 * is declared in them, as no other functions can be inside.
 *
 * In a damaged file DIEs need not form a tree: every step must lead forwards, and all numbers have limits. */
#include "host/symbols/dwarf/dwarf_scopes.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/order.h"

enum {
  DEPTH_MAX = 256,     /* of nested DIEs */
  DIES_MAX = 1 << 22,  /* met in one unit */
  PARTS_MAX = 32,      /* of a name */
  NAME_MAX_BYTES = 1 << 14,
};

#define NO_PARENT SIZE_MAX

struct scope {
  Dwarf_Off start, end; /* end 0: that of the parent, or of the unit */
  size_t parent;
  Dwarf_Die die;
};

/* The scopes of a unit. */
struct unit {
  const Dwarf_CU *cu;
  struct scope *items;
  size_t count, capacity;
};

struct dwarf_scopes {
  struct unit *units;
  size_t count, capacity;
};

struct dwarf_scopes *dwarf_scopes_create(void)
{
  return memory_zeroed(1, sizeof(struct dwarf_scopes));
}

void dwarf_scopes_destroy(struct dwarf_scopes *scopes)
{
  if (!scopes)
    return;
  for (size_t i = 0; i < scopes->count; i++)
    free(scopes->units[i].items);
  free(scopes->units);
  free(scopes);
}

static bool is_type(int tag)
{
  return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type ||
         tag == DW_TAG_interface_type;
}

/* --- listing --- */

struct walk {
  struct unit *unit;
  size_t dies;
};

static void list_children(struct walk *walk, Dwarf_Die *parent, size_t parent_index, int depth);

/* The children of a DIE that is a scope itself. */
static void list_scope(struct walk *walk, Dwarf_Die *die, int tag, size_t parent, int depth)
{
  struct unit *unit = walk->unit;
  const size_t index = unit->count;
  grow((void **)&unit->items, index, &unit->capacity, sizeof *unit->items);
  unit->items[unit->count++] = (struct scope){.start = dwarf_dieoffset(die), .parent = parent, .die = *die};
  list_children(walk, die, index, depth + 1);
  if (tag == DW_TAG_subprogram && unit->count == index + 1)
    unit->count = index;
}

static void list_die(struct walk *walk, Dwarf_Die *die, size_t parent, int depth)
{
  const int tag = dwarf_tag(die);
  if (!dwarf_haschildren(die))
    return;
  if (tag == DW_TAG_namespace || tag == DW_TAG_module || tag == DW_TAG_subprogram || is_type(tag))
    list_scope(walk, die, tag, parent, depth);
  else if (dwarf_tag_is_block(tag))
    list_children(walk, die, parent, depth + 1);
}

static void list_children(struct walk *walk, Dwarf_Die *parent, size_t parent_index, int depth)
{
  Dwarf_Die die, next;
  if (depth >= DEPTH_MAX || dwarf_child(parent, &die) != 0 || dwarf_dieoffset(&die) <= dwarf_dieoffset(parent))
    return;
  for (bool goes_on = true; goes_on && ++walk->dies <= DIES_MAX; die = next) {
    const size_t before = walk->unit->count;
    list_die(walk, &die, parent_index, depth);
    goes_on = dwarf_siblingof(&die, &next) == 0 && dwarf_dieoffset(&next) > dwarf_dieoffset(&die);
    if (goes_on && walk->unit->count > before && walk->unit->items[before].start == dwarf_dieoffset(&die))
      walk->unit->items[before].end = dwarf_dieoffset(&next);
  }
}

/* The unit of a DIE, listed. */
static const struct unit *unit_of(struct dwarf_scopes *scopes, const Dwarf_Die *die)
{
  Dwarf_Die top;
  for (size_t i = 0; i < scopes->count; i++)
    if (scopes->units[i].cu == die->cu)
      return &scopes->units[i];
  struct unit *unit = NEW_ITEM(scopes->units, scopes->count, scopes->capacity);
  *unit = (struct unit){.cu = die->cu};
  if (dwarf_cu_die(die->cu, &top, NULL, NULL, NULL, NULL, NULL, NULL))
    list_children(&(struct walk){.unit = unit}, &top, NO_PARENT, 0);
  return unit;
}

/* --- finding --- */

static bool contains(const struct unit *unit, size_t index, Dwarf_Off offset)
{
  while (index != NO_PARENT && unit->items[index].end == 0)
    index = unit->items[index].parent;
  return index == NO_PARENT || offset < unit->items[index].end;
}

/* The innermost scope around a DIE; NULL: it is in none. */
static const struct scope *scope_of(const struct unit *unit, Dwarf_Die *die)
{
  const Dwarf_Off offset = dwarf_dieoffset(die);
  size_t low = FIRST_NOT(i, unit->count, unit->items[i].start < offset);
  size_t index = low > 0 ? low - 1 : NO_PARENT;
  while (index != NO_PARENT && !contains(unit, index, offset))
    index = unit->items[index].parent;
  return index == NO_PARENT ? NULL : &unit->items[index];
}

/* --- names --- */

/* The parts of a name, innermost first. */
struct parts {
  const char *items[PARTS_MAX];
  size_t count;
};

static bool add_part(struct parts *parts, const char *part)
{
  if (parts->count == PARTS_MAX || !part)
    return false;
  parts->items[parts->count++] = part;
  return true;
}

/* `inner` is the name of what is declared in it. */
static const char *name_of_scope(Dwarf_Die *die, const char *inner)
{
  const char *name = dwarf_die_string(die, DW_AT_name);
  if (name)
    return name;
  if (dwarf_tag(die) == DW_TAG_namespace)
    return "(anonymous namespace)";
  return strcmp(inner, "operator()") == 0 ? "{lambda}" : "(anonymous class)";
}

/* Where a scope is declared: a type may have a unit of its own, where it is at the top once more. */
static Dwarf_Die declaration_of(Dwarf_Die die)
{
  Dwarf_Die type;
  return dwarf_die_declaring(dwarf_die_reference(&die, DW_AT_signature, &type) ? &type : &die);
}

/* Add what is around a DIE, up to a function; that is *ret_function, if there is one. False when there is too much. */
static bool add_scopes(struct dwarf_scopes *scopes, Dwarf_Die at, struct parts *parts, Dwarf_Die *ret_function,
                       bool *ret_found)
{
  for (*ret_found = false; !*ret_found;) {
    const struct unit *unit = unit_of(scopes, &at);
    const struct scope *scope = unit ? scope_of(unit, &at) : NULL;
    if (!scope)
      return true;
    at = scope->die;
    *ret_found = dwarf_tag(&at) == DW_TAG_subprogram;
    if (*ret_found)
      break;
    at = declaration_of(at);
    if (!add_part(parts, name_of_scope(&at, parts->items[parts->count - 1])))
      return false;
  }
  *ret_function = at;
  return true;
}

static char *join(const struct parts *parts)
{
  size_t bytes = 1;
  for (size_t i = 0; i < parts->count; i++)
    bytes += strlen(parts->items[i]) + strlen("::");
  char *name = bytes <= NAME_MAX_BYTES ? memory_allocate(bytes) : NULL, *end = name;
  for (size_t i = parts->count; name && i-- > 0;)
    end = stpcpy(stpcpy(end, parts->items[i]), i > 0 ? "::" : "");
  return name;
}

char *dwarf_scopes_name(struct dwarf_scopes *scopes, Dwarf_Die *function)
{
  struct parts parts = {.count = 0};
  Dwarf_Die at = *function;
  for (bool goes_on = true; goes_on;) {
    const size_t before = parts.count + 1;
    if (!add_part(&parts, dwarf_die_names(&at).name) ||
        !add_scopes(scopes, dwarf_die_declaring(&at), &parts, &at, &goes_on))
      return NULL;
    goes_on = goes_on && parts.count > before; /* functions in functions have plain names */
  }
  return parts.count > 1 ? join(&parts) : NULL;
}
