/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Variables in the frame of a function, found along the blocks and inlined functions that cover an instruction. */
#include <stdlib.h>
#include <string.h>

#include "symbols/dwarf_types.h"
#include "symbols/module_reader_private.h"

enum { LOCALS_MAX = 256, SCOPES_MAX = 64, DIES_MAX = 1 << 16 };

struct gathering {
  struct module_reader *reader;
  const struct dwarf_unit *unit;
  const struct dwarf_lines *lines; /* NULL: none */
  bool is_tagless;
  bool has_base;                   /* of the function */
  int64_t base;                    /* from the canonical frame address */
  Dwarf_Off scopes[SCOPES_MAX];    /* outermost first */
  char *functions[SCOPES_MAX];     /* that they are in */
  size_t scope_count;
  size_t dies, count;
  struct byte_builder locals;
};

static void add_scope(void *context, Dwarf_Die die)
{
  struct gathering *gathering = context;
  struct dwarf_file *file = gathering->reader->dwarf;
  size_t number = gathering->scope_count;
  if (number == 0)
    gathering->has_base = dwarf_frame_base(file, die, &gathering->base);
  if (number >= SCOPES_MAX)
    return;
  Dwarf_Half tag = dwarf_file_tag(die);
  bool is_function = tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine;
  char *outer = number > 0 ? gathering->functions[number - 1] : NULL;
  gathering->functions[number] = is_function ? module_reader_function(file, die) : outer ? strdup(outer) : NULL;
  gathering->scopes[number] = dwarf_file_offset(file, die);
  gathering->scope_count++;
}

/* "prog.c", as the line table has it; NULL: unknown. */
static const char *file_name(const struct gathering *gathering, uint64_t number)
{
  struct dwarf_source source = {0};
  if (gathering->lines)
    dwarf_lines_file(gathering->lines, number, &source);
  return source.file;
}

static void put_local(struct gathering *gathering, Dwarf_Die die, const char *function, int64_t offset)
{
  struct dwarf_file *file = gathering->reader->dwarf;
  struct byte_builder *locals = &gathering->locals;
  struct dwarf_call names = {0};
  struct dwarf_place type;
  dwarf_functions_name(file, die, &names);
  if (!names.name)
    return;
  bool has_type = dwarf_type_of(file, die, &type);
  char *type_name = has_type ? dwarf_type_name(type, gathering->is_tagless) : NULL;
  struct dwarf_declaration declaration = dwarf_declaration(file, die);
  builder_string(locals, names.name);
  builder_string(locals, type_name);
  builder_string(locals, function);
  builder_string(locals, file_name(gathering, declaration.file));
  builder_number(locals, declaration.line > INT32_MAX ? 0 : declaration.line, 4);
  builder_number(locals, (uint64_t)offset, 8);
  builder_number(locals, has_type ? dwarf_type_bytes(type) : 0, 8);
  gathering->count++;
  free(type_name);
}

/* Put the variables that a scope itself has. */
static void gather_scope(struct gathering *gathering, size_t scope)
{
  struct dwarf_file *file = gathering->reader->dwarf;
  Dwarf_Die parent = dwarf_file_die_at(file, gathering->scopes[scope]);
  Dwarf_Die die = parent ? dwarf_file_child(file, parent) : NULL;
  while (die && gathering->count < LOCALS_MAX && ++gathering->dies < DIES_MAX) {
    Dwarf_Half tag = dwarf_file_tag(die);
    struct dwarf_location location = {DWARF_NOWHERE, 0};
    if (tag == DW_TAG_variable || tag == DW_TAG_formal_parameter)
      location = dwarf_location_of(file, &gathering->unit->bases, die);
    if (location.where == DWARF_FRAME)
      put_local(gathering, die, gathering->functions[scope], (int64_t)(location.address + (uint64_t)gathering->base));
    die = dwarf_file_step(file, die);
  }
  dwarf_file_free_die(file, die);
  dwarf_file_free_die(file, parent);
}

static void gather(struct gathering *gathering, uint64_t address)
{
  struct module_reader *reader = gathering->reader;
  Dwarf_Die unit = dwarf_file_die_at(reader->dwarf, gathering->unit->die_offset);
  gathering->is_tagless = unit && dwarf_unit_is_tagless(reader->dwarf, unit);
  dwarf_file_free_die(reader->dwarf, unit);
  dwarf_functions_scopes(gathering->unit->functions, address, add_scope, gathering);
  for (size_t i = gathering->scope_count; i-- > 0 && gathering->has_base;)
    gather_scope(gathering, i);
  for (size_t i = 0; i < gathering->scope_count; i++)
    free(gathering->functions[i]);
}

void module_reader_locals(struct module_reader *reader, uint64_t file_offset, struct byte_builder *answer)
{
  uint64_t address;
  struct dwarf_unit *unit = module_reader_unit(reader, file_offset, &address);
  struct gathering gathering = {.reader = reader, .unit = unit};
  if (unit) {
    gathering.lines = module_reader_lines(reader, unit);
    gather(&gathering, address);
  }
  builder_number(answer, gathering.count, 4);
  builder_block(answer, gathering.locals.data, gathering.locals.size);
  answer->no_memory |= gathering.locals.no_memory;
  builder_deinit(&gathering.locals);
}
