/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Variables in the frame of a function, found along the blocks and inlined functions that cover an instruction. They
 * come in the same order each time, so that a variable is asked about by its number. */
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/symbols/dwarf/dwarf_paths.h"
#include "host/symbols/dwarf/dwarf_types.h"
#include "host/symbols/module_reader_private.h"

enum { LOCALS_MAX = 256, SCOPES_MAX = 64, DIES_MAX = 1 << 16 };

struct gathering {
  struct module_reader *reader;
  struct dwarf_unit *unit;
  bool is_tagless;
  uint64_t address, next_address;
  struct dwarf_location frame_base; /* of the function */
  Dwarf_Die scopes[SCOPES_MAX];    /* outermost first */
  char *functions[SCOPES_MAX];     /* that they are in */
  size_t scope_count;
  size_t dies, count;
  struct byte_builder locals, bases;
  const struct wanted *wanted;     /* NULL: all are */
  struct byte_builder path;
};

/* The variable of which a byte is asked about. */
struct wanted {
  size_t number;
  uint64_t offset;
  bool wants_types; /* of all of it */
};

static void add_local_scope(void *context, Dwarf_Die *die)
{
  struct gathering *gathering = context;
  size_t number = gathering->scope_count;
  if (number == 0)
    gathering->frame_base = dwarf_frame_base(&(struct dwarf_point){.address = &gathering->address}, die);
  if (number >= SCOPES_MAX)
    return;
  int tag = dwarf_tag(die);
  bool is_function = tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine;
  char *outer = number > 0 ? gathering->functions[number - 1] : NULL;
  gathering->functions[number] = is_function ? module_reader_function_name(die) : outer ? memory_text(outer) : NULL;
  gathering->scopes[number] = *die;
  gathering->scope_count++;
}

static enum symbols_base base_of(enum dwarf_where where)
{
  return where == DWARF_FRAME_POINTER   ? SYMBOLS_FRAME_POINTER
         : where == DWARF_STACK_POINTER ? SYMBOLS_STACK_POINTER
                                        : SYMBOLS_FRAME_ADDRESS;
}

static void put_local(struct gathering *gathering, Dwarf_Die *die, const char *function, const char *name,
                      struct dwarf_location location)
{
  struct byte_builder *locals = &gathering->locals;
  Dwarf_Die type;
  bool has_type = dwarf_die_type(die, &type);
  char *type_name = has_type ? dwarf_type_name(type, gathering->is_tagless) : NULL;
  struct dwarf_declaration declaration = dwarf_die_declaration(die);
  builder_string(locals, name);
  builder_string(locals, type_name);
  builder_string(locals, function);
  builder_string(locals, module_reader_declared_at(gathering->reader, &declaration).file);
  builder_number(locals, declaration.line > INT32_MAX ? 0 : declaration.line, 4);
  builder_number(locals, location.address, 8);
  builder_number(locals, has_type ? dwarf_type_bytes(type) : 0, 8);
  builder_number(&gathering->bases, base_of(location.where), 1);
  free(type_name);
}

static void take_variable(struct gathering *gathering, Dwarf_Die *die, const char *function,
                          struct dwarf_location location)
{
  const char *name = dwarf_die_names(die).name;
  if (!name)
    return;
  if (!gathering->wanted)
    put_local(gathering, die, function, name, location);
  else if (gathering->count == gathering->wanted->number && gathering->wanted->wants_types)
    module_reader_put_types(die, 0, &gathering->path);
  else if (gathering->count == gathering->wanted->number)
    module_reader_put_path(die, gathering->wanted->offset, &gathering->path);
  gathering->count++;
}

static bool is_in_frame(enum dwarf_where where)
{
  return where == DWARF_FRAME_ADDRESS || where == DWARF_FRAME_POINTER || where == DWARF_STACK_POINTER;
}

/* The location list of a variable that is passed to a call may begin only after the call. */
static struct dwarf_location locate_variable(const struct gathering *gathering, Dwarf_Die *die)
{
  struct dwarf_point point = {&gathering->address, gathering->frame_base};
  struct dwarf_location location = dwarf_location_of(&point, die);
  if (is_in_frame(location.where))
    return location;
  point.address = &gathering->next_address;
  return dwarf_location_of(&point, die);
}

/* Append the variables of one scope. */
static void gather_scope(struct gathering *gathering, size_t scope)
{
  Dwarf_Die die;
  if (dwarf_child(&gathering->scopes[scope], &die) != 0)
    return;
  do {
    int tag = dwarf_tag(&die);
    struct dwarf_location location = {DWARF_NOWHERE, 0};
    if (tag == DW_TAG_variable || tag == DW_TAG_formal_parameter)
      location = locate_variable(gathering, &die);
    if (is_in_frame(location.where))
      take_variable(gathering, &die, gathering->functions[scope], location);
  } while (gathering->count < LOCALS_MAX && ++gathering->dies < DIES_MAX && dwarf_siblingof(&die, &die) == 0);
}

static void gather_scopes(struct gathering *gathering)
{
  Dwarf_Die unit;
  gathering->is_tagless = dwarf_index_unit_die(gathering->reader->index, gathering->unit, &unit) &&
                          dwarf_unit_is_tagless(&unit);
  dwarf_functions_scopes(gathering->unit->functions, gathering->address, add_local_scope, gathering);
  for (size_t i = gathering->scope_count; i-- > 0 && gathering->count < LOCALS_MAX;)
    gather_scope(gathering, i);
  for (size_t i = 0; i < gathering->scope_count; i++)
    free(gathering->functions[i]);
}

static void gather_locals(struct gathering *gathering, uint64_t file_offset)
{
  struct dwarf_unit *unit = module_reader_unit(gathering->reader, file_offset, &gathering->address);
  if (!unit)
    return;
  gathering->unit = unit;
  gathering->next_address = gathering->address + 1;
  gather_scopes(gathering);
}

static void append_part(struct byte_builder *answer, struct byte_builder *part)
{
  builder_block(answer, part->data, part->size);
  builder_deinit(part);
}

void module_reader_locals(struct module_reader *reader, uint64_t file_offset, struct byte_builder *answer)
{
  struct gathering gathering = {.reader = reader};
  gather_locals(&gathering, file_offset);
  builder_number(answer, gathering.count, 4);
  append_part(answer, &gathering.locals);
  append_part(answer, &gathering.bases);
}

void module_reader_local_path(struct module_reader *reader, uint64_t file_offset, uint64_t within,
                              struct byte_builder *answer)
{
  const struct wanted wanted = {.number = within >> ANSWER_LOCAL_SHIFT,
                                .offset = within & (((uint64_t)1 << ANSWER_LOCAL_SHIFT) - 1)};
  struct gathering gathering = {.reader = reader, .wanted = &wanted};
  gather_locals(&gathering, file_offset);
  if (!gathering.path.size)
    module_reader_put_path(NULL, 0, &gathering.path);
  append_part(answer, &gathering.path);
}

void module_reader_local_types(struct module_reader *reader, uint64_t file_offset, uint64_t number,
                               struct byte_builder *answer)
{
  const struct wanted wanted = {.number = number, .wants_types = true};
  struct gathering gathering = {.reader = reader, .wanted = &wanted};
  gather_locals(&gathering, file_offset);
  if (!gathering.path.size)
    module_reader_put_types(NULL, 0, &gathering.path);
  append_part(answer, &gathering.path);
}
