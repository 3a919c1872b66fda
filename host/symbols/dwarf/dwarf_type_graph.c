/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Types are taken breadth first, so that there is room for what is near. Each stands in the list once, whatever leads
 * to it; a structure whose members do not all fit has none. */
#include "host/symbols/dwarf/dwarf_type_graph.h"

#include <stdlib.h>

#include "host/base/memory.h"
#include "host/symbols/dwarf/dwarf_die.h"
#include "host/symbols/dwarf/dwarf_members.h"
#include "host/symbols/dwarf/dwarf_types.h"

enum { CHILDREN_MAX = 1 << 16 };

struct graph_item {
  struct symbols_type type;
  char *name;       /* owned; NULL: none, or that of a member */
  Dwarf_Die die;    /* of a type: its own; of a member: that of its type */
};

struct type_graph {
  struct graph_item items[DWARF_TYPE_GRAPH_MAX];
  uint32_t count;
  bool is_tagless;
  const struct dwarf_definitions *definitions;
};

static bool is_item_of_type(const struct graph_item *item)
{
  return item->type.kind < SYMBOLS_TYPE_MEMBER;
}

/* --- types --- */

static enum symbols_type_kind kind_of_base(Dwarf_Die *type)
{
  uint64_t encoding = 0;
  dwarf_die_number(type, DW_AT_encoding, &encoding);
  switch (encoding) {
  case DW_ATE_signed: return SYMBOLS_TYPE_SIGNED;
  case DW_ATE_unsigned: case DW_ATE_address: return SYMBOLS_TYPE_UNSIGNED;
  case DW_ATE_signed_char: case DW_ATE_unsigned_char: case DW_ATE_UTF: return SYMBOLS_TYPE_CHARACTER;
  case DW_ATE_boolean: return SYMBOLS_TYPE_BOOLEAN;
  case DW_ATE_float: return SYMBOLS_TYPE_FLOAT;
  default: return SYMBOLS_TYPE_OPAQUE;
  }
}

static enum symbols_type_kind kind_of(Dwarf_Die *type)
{
  switch (dwarf_tag(type)) {
  case DW_TAG_pointer_type: case DW_TAG_reference_type: case DW_TAG_rvalue_reference_type: return SYMBOLS_TYPE_POINTER;
  case DW_TAG_structure_type: case DW_TAG_class_type: return SYMBOLS_TYPE_STRUCTURE;
  case DW_TAG_union_type: return SYMBOLS_TYPE_UNION;
  case DW_TAG_array_type: return SYMBOLS_TYPE_ARRAY;
  case DW_TAG_enumeration_type: return SYMBOLS_TYPE_SIGNED;
  case DW_TAG_base_type: return kind_of_base(type);
  default: return SYMBOLS_TYPE_OPAQUE;
  }
}

/* The definition of what is only declared. */
static void define(const struct type_graph *graph, Dwarf_Die *type)
{
  Dwarf_Die definition;
  if (dwarf_die_flag(type, DW_AT_declaration) && graph->definitions &&
      graph->definitions->find(graph->definitions->context, type, &definition))
    *type = definition;
}

/* The name that the source has: of a structure without one, that of its typedef. */
static char *name_of(const struct type_graph *graph, Dwarf_Die named, Dwarf_Die plain)
{
  char *name = dwarf_type_name(plain, graph->is_tagless);
  return name ? name : dwarf_type_name(named, graph->is_tagless);
}

static uint32_t find_or_add_type(struct type_graph *graph, Dwarf_Die named)
{
  Dwarf_Die type;
  if (!dwarf_type_plain(named, &type))
    return SYMBOLS_NO_TYPE;
  define(graph, &type);
  for (uint32_t i = 0; i < graph->count; i++)
    if (is_item_of_type(&graph->items[i]) && graph->items[i].die.addr == type.addr)
      return i;
  if (graph->count == DWARF_TYPE_GRAPH_MAX)
    return SYMBOLS_NO_TYPE;
  char *name = name_of(graph, named, type);
  graph->items[graph->count] = (struct graph_item){
    .type = {.kind = kind_of(&type), .name = name, .bytes = dwarf_type_bytes(type), .of = SYMBOLS_NO_TYPE},
    .name = name, .die = type};
  return graph->count++;
}

/* --- what they are made of --- */

static bool is_part(int tag)
{
  return tag == DW_TAG_member || tag == DW_TAG_inheritance;
}

/* False when there is no room. */
static bool add_member(struct type_graph *graph, Dwarf_Die *die)
{
  struct dwarf_part part;
  if (!is_part(dwarf_tag(die)) || !dwarf_member_part(die, &part))
    return true;
  if (graph->count == DWARF_TYPE_GRAPH_MAX)
    return false;
  const bool is_base = dwarf_tag(die) == DW_TAG_inheritance;
  graph->items[graph->count++] = (struct graph_item){
    .type = {.kind = is_base ? SYMBOLS_TYPE_BASE : part.is_bits ? SYMBOLS_TYPE_BITS : SYMBOLS_TYPE_MEMBER,
             .name = is_base ? NULL : dwarf_die_string(die, DW_AT_name), .bytes = part.end - part.start,
             .start = part.start, .of = SYMBOLS_NO_TYPE},
    .die = part.type};
  return true;
}

static void add_members(struct type_graph *graph, uint32_t structure)
{
  const uint32_t first = graph->count;
  Dwarf_Die die;
  bool has_room = true;
  if (dwarf_child(&graph->items[structure].die, &die) != 0)
    return;
  for (int i = 0; i < CHILDREN_MAX && has_room; i++) {
    has_room = add_member(graph, &die);
    if (dwarf_siblingof(&die, &die) != 0)
      break;
  }
  if (!has_room) {
    graph->count = first;
    return;
  }
  graph->items[structure].type.first = first;
  graph->items[structure].type.count = graph->count - first;
  for (uint32_t i = first; i < first + graph->items[structure].type.count; i++)
    graph->items[i].type.of = find_or_add_type(graph, graph->items[i].die);
}

/* Of several dimensions, all elements in a row would have names that no source has: then it is left out. */
static void add_elements(struct type_graph *graph, uint32_t array)
{
  struct dwarf_dimension dimensions[DWARF_DIMENSIONS_MAX];
  struct symbols_type *type = &graph->items[array].type;
  Dwarf_Die element;
  const size_t count = dwarf_array_dimensions(&graph->items[array].die, dimensions);
  const bool is_plain = count == 1 && dimensions[0].lower == 0 && dimensions[0].length < UINT32_MAX;
  if (!is_plain || !dwarf_die_reference(&graph->items[array].die, DW_AT_type, &element)) {
    type->kind = SYMBOLS_TYPE_OPAQUE;
    return;
  }
  type->count = (uint32_t)dimensions[0].length;
  type->of = find_or_add_type(graph, element);
}

static void add_target(struct type_graph *graph, uint32_t pointer)
{
  Dwarf_Die target;
  if (dwarf_die_reference(&graph->items[pointer].die, DW_AT_type, &target))
    graph->items[pointer].type.of = find_or_add_type(graph, target);
}

static void expand_type(struct type_graph *graph, uint32_t number)
{
  switch (graph->items[number].type.kind) {
  case SYMBOLS_TYPE_POINTER: add_target(graph, number); break;
  case SYMBOLS_TYPE_STRUCTURE: case SYMBOLS_TYPE_UNION: add_members(graph, number); break;
  case SYMBOLS_TYPE_ARRAY: add_elements(graph, number); break;
  default: break;
  }
}

/* --- the answer --- */

static void put_item(const struct symbols_type *type, struct byte_builder *answer)
{
  builder_number(answer, type->kind, 1);
  builder_string(answer, type->name);
  builder_number(answer, type->bytes, 8);
  builder_number(answer, type->start, 8);
  builder_number(answer, type->of, 4);
  builder_number(answer, type->first, 4);
  builder_number(answer, type->count, 4);
}

void dwarf_type_graph_put(Dwarf_Die type, bool is_tagless, const struct dwarf_definitions *definitions,
                          struct byte_builder *answer)
{
  struct type_graph *graph = memory_zeroed(1, sizeof *graph);
  graph->is_tagless = is_tagless;
  graph->definitions = definitions;
  find_or_add_type(graph, type);
  for (uint32_t i = 0; i < graph->count; i++)
    expand_type(graph, i);
  builder_number(answer, graph->count, 4);
  for (uint32_t i = 0; i < graph->count; i++) {
    put_item(&graph->items[i].type, answer);
    free(graph->items[i].name);
  }
  free(graph);
}
