/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What lies at an address of a module's data. The symbol table tells which variable it is, DWARF where that is
 * declared, and also which it is when there is no symbol. An answer without a name covers the whole nameless range, so
 * that a caller with many addresses asks once. */
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/symbols/dwarf/dwarf_paths.h"
#include "host/symbols/dwarf/dwarf_type_graph.h"
#include "host/symbols/dwarf/dwarf_types.h"
#include "host/symbols/module_reader_private.h"

void module_reader_layout(struct module_reader *reader, uint64_t file_offset, struct byte_builder *answer)
{
  uint64_t address = 0, tls_bytes, tls_alignment;
  struct elf_segment segment;
  size_t count = 0;
  bool found = elf_file_code_address(reader->module, file_offset, &address);
  while (found && elf_file_segment(reader->module, count, &segment))
    count++;
  elf_file_tls(reader->module, &tls_bytes, &tls_alignment);
  builder_number(answer, address, 8);
  builder_number(answer, tls_bytes, 8);
  builder_number(answer, tls_alignment, 8);
  builder_number(answer, count, 4);
  for (size_t i = 0; i < count && elf_file_segment(reader->module, i, &segment); i++) {
    builder_number(answer, segment.start, 8);
    builder_number(answer, segment.end, 8);
    builder_number(answer, segment.is_writable, 1);
  }
}

/* A symbol without its version ("stdout@GLIBC_2.2.5") and without the number by which compilers tell local variables of
 * one name apart ("count.0"). */
static char *plain_name(const char *symbol)
{
  char *plain = memory_text_begin(symbol, strcspn(symbol, "@"));
  char *name = symbols_demangle(plain);
  if (name) {
    free(plain);
    return name;
  }
  char *dot = strrchr(plain, '.');
  if (dot && dot > plain && dot[1] && strspn(dot + 1, "0123456789") == strlen(dot + 1))
    *dot = '\0';
  return plain;
}

struct found_variable {
  char *name, *function; /* NULL: none */
  struct dwarf_source source;
  struct symtab_range range;
};

static void put_variable(struct byte_builder *answer, struct found_variable *found)
{
  builder_string(answer, found->name);
  builder_string(answer, found->function);
  builder_string(answer, found->source.directory);
  builder_string(answer, found->source.file);
  builder_number(answer, found->source.line, 4);
  builder_number(answer, found->range.start, 8);
  builder_number(answer, found->range.end - found->range.start, 8);
  free(found->name);
  free(found->function);
}

/* --- what DWARF adds --- */

/* How many bytes a variable has; 0: not known. */
static uint64_t variable_bytes(Dwarf_Die *die)
{
  Dwarf_Die type;
  return dwarf_die_type(die, &type) ? dwarf_type_bytes(type) : 0;
}

static struct dwarf_source declared_at(struct module_reader *reader, Dwarf_Die *die)
{
  struct dwarf_declaration declaration = dwarf_die_declaration(die);
  return declaration.line ? module_reader_declared_at(reader, &declaration) : (struct dwarf_source){0};
}

static char *function_of(struct module_reader *reader, const struct dwarf_variable *variable)
{
  Dwarf_Die die;
  bool found = variable->function_offset &&
               dwarf_index_die_at(reader->index, variable->unit, variable->function_offset, &die);
  return found ? module_reader_function_name(&die) : NULL;
}

/* The symbol of a function's static variable is mangled or numbered: then the name in the source is better. */
static void take_from_dwarf(struct module_reader *reader, const struct dwarf_variable *variable, Dwarf_Die *die,
                            struct found_variable *found)
{
  found->source = declared_at(reader, die);
  found->function = function_of(reader, variable);
  if (found->name && !found->function)
    return;
  const char *plain = dwarf_die_names(die).name;
  char *name = plain ? memory_text(plain) : NULL;
  if (!name)
    return;
  free(found->name);
  found->name = name;
}

/* Look for the variable in DWARF: the one that begins where the symbol does or, without a symbol, one that covers the
 * place. */
static void find_in_dwarf(struct module_reader *reader, enum dwarf_where where, uint64_t place,
                          struct found_variable *found)
{
  module_reader_need_variables(reader);
  if (!reader->variables)
    return;
  bool has_symbol = found->name != NULL;
  const struct dwarf_variable *variable =
    dwarf_variables_find(reader->variables, where, has_symbol ? found->range.start : place);
  if (!variable || (has_symbol && variable->location.address != found->range.start))
    return;
  Dwarf_Die die;
  if (!dwarf_index_die_at(reader->index, variable->unit, variable->die_offset, &die))
    return;
  uint64_t start = variable->location.address, bytes = has_symbol ? 0 : variable_bytes(&die);
  if (!has_symbol && place - start >= bytes)
    return;
  if (!has_symbol && start + bytes > start)
    found->range = (struct symtab_range){start, start + bytes};
  take_from_dwarf(reader, variable, &die, found);
}

/* --- paths --- */

void module_reader_put_path(Dwarf_Die *die, uint64_t offset, struct byte_builder *answer)
{
  char path[DWARF_PATH_MAX_BYTES] = "";
  const char *name = die ? dwarf_die_names(die).name : NULL;
  Dwarf_Die type;
  if (name && dwarf_die_type(die, &type))
    offset = dwarf_type_path(type, offset, path);
  builder_string(answer, name);
  builder_string(answer, path);
  builder_number(answer, offset, 8);
}

/* The variable that lies at the place or before it; NULL: none. *ret_covers: `ret` is its entry, and it covers the
 * place. */
static const struct dwarf_variable *find_variable(struct module_reader *reader, enum dwarf_where where, uint64_t place,
                                                  Dwarf_Die *ret, bool *ret_covers)
{
  module_reader_need_variables(reader);
  const struct dwarf_variable *variable =
    reader->variables ? dwarf_variables_find(reader->variables, where, place) : NULL;
  *ret_covers = variable && dwarf_index_die_at(reader->index, variable->unit, variable->die_offset, ret) &&
                place - variable->location.address < variable_bytes(ret);
  return variable;
}

static void put_variable_path(struct module_reader *reader, enum dwarf_where where, uint64_t place,
                              struct byte_builder *answer)
{
  Dwarf_Die die;
  bool covers;
  const struct dwarf_variable *variable = find_variable(reader, where, place, &die, &covers);
  module_reader_put_path(covers ? &die : NULL, variable ? place - variable->location.address : 0, answer);
}

void module_reader_variable_path(struct module_reader *reader, uint64_t address, struct byte_builder *answer)
{
  put_variable_path(reader, DWARF_ADDRESS, address, answer);
}

void module_reader_tls_path(struct module_reader *reader, uint64_t offset, struct byte_builder *answer)
{
  put_variable_path(reader, DWARF_TLS, offset, answer);
}

/* --- types --- */

void module_reader_put_types(Dwarf_Die *die, uint64_t start, struct byte_builder *answer)
{
  Dwarf_Die type, unit;
  builder_number(answer, start, 8);
  if (die && dwarf_die_type(die, &type))
    dwarf_type_graph_put(type, dwarf_diecu(die, &unit, NULL, NULL) && dwarf_unit_is_tagless(&unit), NULL, answer);
  else
    builder_number(answer, 0, 4);
}

static void put_variable_types(struct module_reader *reader, enum dwarf_where where, uint64_t place,
                               struct byte_builder *answer)
{
  Dwarf_Die die;
  bool covers;
  const struct dwarf_variable *variable = find_variable(reader, where, place, &die, &covers);
  module_reader_put_types(covers ? &die : NULL, variable ? variable->location.address : place, answer);
}

void module_reader_variable_types(struct module_reader *reader, uint64_t address, struct byte_builder *answer)
{
  put_variable_types(reader, DWARF_ADDRESS, address, answer);
}

void module_reader_tls_types(struct module_reader *reader, uint64_t offset, struct byte_builder *answer)
{
  put_variable_types(reader, DWARF_TLS, offset, answer);
}

/* --- answers --- */

/* What covers `place` in an area that is `within`. */
static void put_variable_at(struct module_reader *reader, bool is_tls, uint64_t place, struct symtab_range within,
                            struct byte_builder *answer)
{
  struct found_variable found = {.range = within};
  module_reader_need_symtab(reader);
  const char *symbol = NULL;
  if (reader->symtab)
    symbol = symtab_find(reader->symtab, is_tls ? SYMTAB_TLS : SYMTAB_DATA, place, &found.range);
  found.name = symbol ? plain_name(symbol) : NULL;
  find_in_dwarf(reader, is_tls ? DWARF_TLS : DWARF_ADDRESS, place, &found);
  found.range.start = found.range.start < within.start ? within.start : found.range.start;
  found.range.end = found.range.end > within.end ? within.end : found.range.end;
  if (!found.name && reader->variables) /* another variable may be next to it that only DWARF knows */
    found.range = (struct symtab_range){place, place + 1};
  put_variable(answer, &found);
}

static void put_no_variable(struct byte_builder *answer, uint64_t place)
{
  put_variable(answer, &(struct found_variable){.range = {place, place}});
}

void module_reader_variable(struct module_reader *reader, uint64_t address, struct byte_builder *answer)
{
  struct elf_segment segment;
  if (elf_file_segment_at(reader->module, address, &segment))
    put_variable_at(reader, false, address, (struct symtab_range){segment.start, segment.end}, answer);
  else
    put_no_variable(answer, address);
}

void module_reader_tls(struct module_reader *reader, uint64_t offset, struct byte_builder *answer)
{
  uint64_t bytes, alignment;
  elf_file_tls(reader->module, &bytes, &alignment);
  if (offset < bytes)
    put_variable_at(reader, true, offset, (struct symtab_range){0, bytes}, answer);
  else
    put_no_variable(answer, offset);
}
