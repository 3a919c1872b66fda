/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The type that the result of a call points to, where something tells it:
 *
 *   - the next instruction stores the result (rax) in a variable, at a fixed address or in a frame with a frame
 *     pointer, as in code that is not optimised
 *   - the next call, with nothing but moves before it, is that of a constructor (C++'s new)
 *   - a pointer variable is declared in the very line of the call
 *   - the calling function returns a pointer itself
 *
 * None of these proves the type of a block; the caller compares sizes. */
#include <stdlib.h>
#include <string.h>

#include "host/symbols/dwarf/dwarf_types.h"
#include "host/symbols/module_reader_private.h"

enum { TARGETS_MAX = 32, DIES_MAX = 1 << 16 };

/* Where the result goes. */
struct store {
  enum dwarf_where where; /* DWARF_FRAME_ADDRESS, or another */
  uint64_t address;
};

struct search {
  struct module_reader *reader;
  struct dwarf_unit *unit;
  const struct dwarf_lines *lines;
  uint64_t address;
  struct store store;
  struct dwarf_source source; /* line of the call */
  bool is_tagless;
  struct dwarf_location frame_base;
  Dwarf_Die innermost;        /* function that calls, maybe inlined */
  bool has_innermost;
  size_t dies, count;
  struct byte_builder targets;
};

/* --- instructions --- */

/* Does the function at `start` begin by setting up a frame pointer: push %rbp; mov %rsp, %rbp? */
static bool has_frame_pointer(const struct elf_file *file, uint64_t start)
{
  static const unsigned char landing_pad[] = {0xf3, 0x0f, 0x1e, 0xfa}, gcc[] = {0x55, 0x48, 0x89, 0xe5};
  unsigned char code[sizeof landing_pad + sizeof gcc];
  size_t bytes = elf_file_read(file, start, code, sizeof code);
  size_t skipped = bytes >= sizeof landing_pad && memcmp(code, landing_pad, sizeof landing_pad) == 0
                     ? sizeof landing_pad : 0;
  return bytes >= skipped + sizeof gcc && memcmp(code + skipped, gcc, sizeof gcc) == 0;
}

/* mov %rax to memory: after REX.W, opcode and a byte that says how the address is made. */
static struct store read_store(const struct elf_file *file, uint64_t address, bool has_pointer)
{
  enum { STORE_MAX_BYTES = 7, SHORT_BYTES = 4, LONG_BYTES = 7 };
  unsigned char code[STORE_MAX_BYTES];
  struct store none = {DWARF_NOWHERE, 0};
  size_t bytes = elf_file_read(file, address, code, sizeof code);
  if (bytes < SHORT_BYTES || code[0] != 0x48 || code[1] != 0x89)
    return none;
  struct bytes operand = bytes_of(code + 3, bytes - 3);
  int64_t distance = code[2] == 0x45 ? (int8_t)bytes_number(&operand, 1) : (int32_t)bytes_number(&operand, 4);
  if (operand.overrun)
    return none;
  if (code[2] == 0x05) /* from the next instruction */
    return (struct store){DWARF_ADDRESS, address + LONG_BYTES + (uint64_t)distance};
  if ((code[2] == 0x45 || code[2] == 0x85) && has_pointer && distance < 0)
    return (struct store){DWARF_FRAME_ADDRESS, (uint64_t)(distance + DWARF_FRAME_POINTER_OFFSET)};
  return none;
}

static struct store find_store(struct module_reader *reader, uint64_t address)
{
  struct symtab_range function;
  bool has_pointer = reader->symtab && symtab_find(reader->symtab, SYMTAB_CODE, address, &function) &&
                     has_frame_pointer(reader->module, function.start);
  return read_store(reader->module, address + 1, has_pointer);
}

/* The length of an instruction that only moves something, such as those between the call of an allocator and that of a
 * constructor; 0: it is another instruction. */
static size_t move_bytes(const unsigned char *code, size_t bytes)
{
  size_t prefix = bytes > 0 && (code[0] & 0xf8) == 0x48; /* REX.W */
  if (bytes < prefix + 2)
    return 0;
  unsigned operation = code[prefix], mode = code[prefix + 1] >> 6, base = code[prefix + 1] & 7;
  if (!prefix && operation >= 0xb8 && operation <= 0xbf) /* a constant */
    return 5;
  if (operation == 0xc7 && mode == 3)
    return prefix + 6;
  if ((operation == 0x89 || operation == 0x8b || operation == 0x31) && mode == 3)
    return prefix + 2;
  if ((operation == 0x8b || operation == 0x8d) && base == 5) /* from the frame, or a place near the code */
    return mode == 1 ? prefix + 3 : prefix + 6;
  return 0;
}

/* What is called next; 0: not known. */
static uint64_t next_call(const struct elf_file *file, uint64_t address)
{
  enum { CODE_BYTES = 64, CALL = 0xe8, CALL_BYTES = 5 };
  unsigned char code[CODE_BYTES];
  size_t bytes = elf_file_read(file, address, code, sizeof code), at = 0;
  for (size_t size; at < bytes && code[at] != CALL && (size = move_bytes(code + at, bytes - at)); at += size)
    continue;
  if (at + CALL_BYTES > bytes || code[at] != CALL)
    return 0;
  struct bytes operand = bytes_of(code + at + 1, 4);
  return address + at + CALL_BYTES + (uint64_t)(int64_t)(int32_t)bytes_number(&operand, 4);
}

/* --- evidence --- */

static void put_target(struct search *search, enum symbols_evidence evidence, Dwarf_Die target,
                       const char *function)
{
  struct byte_builder *targets = &search->targets;
  char *name = dwarf_type_name(target, search->is_tagless);
  if (name && search->count < TARGETS_MAX) {
    builder_number(targets, evidence, 1);
    builder_string(targets, name);
    builder_string(targets, function);
    builder_number(targets, dwarf_type_bytes(target), 8);
    builder_number(targets, dwarf_type_is_structure(target), 1);
    search->count++;
  }
  free(name);
}

static void put_variable_target(struct search *search, enum symbols_evidence evidence, Dwarf_Die *die)
{
  Dwarf_Die type, target;
  if (dwarf_die_type(die, &type) && dwarf_type_target(type, &target))
    put_target(search, evidence, target, NULL);
}

/* Is it declared where the call is? */
static bool is_declared_here(const struct search *search, Dwarf_Die *die)
{
  struct dwarf_source source = {0};
  struct dwarf_declaration declaration = dwarf_die_declaration(die);
  if (!search->lines || !search->source.file || declaration.line == 0 || declaration.line != search->source.line)
    return false;
  dwarf_lines_file(search->lines, declaration.file, &source);
  return source.file && strcmp(source.file, search->source.file) == 0;
}

static void consider_variable(struct search *search, Dwarf_Die *die)
{
  const struct store *store = &search->store;
  const struct dwarf_point point = {NULL, search->frame_base};
  int64_t offset;
  if (store->where == DWARF_FRAME_ADDRESS && dwarf_location_in_frame(dwarf_location_of(&point, die), &offset) &&
      (uint64_t)offset == store->address)
    put_variable_target(search, SYMBOLS_STORED, die);
  else if (is_declared_here(search, die))
    put_variable_target(search, SYMBOLS_DECLARED, die);
}

static void search_scope(void *context, Dwarf_Die *scope)
{
  struct search *search = context;
  int scope_tag = dwarf_tag(scope);
  Dwarf_Die die;
  if (!search->has_innermost)
    search->frame_base = dwarf_frame_base(&(struct dwarf_point){0}, scope);
  if (scope_tag == DW_TAG_subprogram || scope_tag == DW_TAG_inlined_subroutine) {
    search->innermost = *scope;
    search->has_innermost = true;
  }
  if (dwarf_child(scope, &die) != 0)
    return;
  do
    if (dwarf_tag(&die) == DW_TAG_variable)
      consider_variable(search, &die);
  while (++search->dies < DIES_MAX && dwarf_siblingof(&die, &die) == 0);
}

/* A global variable that the result is stored in. */
static void search_globals(struct search *search)
{
  struct module_reader *reader = search->reader;
  if (search->store.where != DWARF_ADDRESS)
    return;
  module_reader_need_variables(reader);
  const struct dwarf_variable *variable =
    reader->variables ? dwarf_variables_find(reader->variables, DWARF_ADDRESS, search->store.address) : NULL;
  Dwarf_Die die;
  if (variable && variable->location.address == search->store.address &&
      dwarf_index_die_at(reader->index, variable->unit, variable->die_offset, &die))
    put_variable_target(search, SYMBOLS_STORED, &die);
}

/* A constructor has the name of its type, and a pointer to that for its first argument. */
static bool constructs(Dwarf_Die *function, Dwarf_Die *ret)
{
  Dwarf_Die first, type;
  if (dwarf_child(function, &first) != 0 || dwarf_tag(&first) != DW_TAG_formal_parameter ||
      !dwarf_die_type(&first, &type) || !dwarf_type_target(type, ret))
    return false;
  const char *function_name = dwarf_die_names(function).name;
  char *name = dwarf_type_name(*ret, true);
  size_t length = function_name ? strlen(function_name) : 0;
  bool found = name && length > 0 && strncmp(name, function_name, length) == 0 &&
               (!name[length] || name[length] == '<');
  free(name);
  return found;
}

static void consider_constructor(void *context, Dwarf_Die *die)
{
  Dwarf_Die target;
  if (dwarf_tag(die) == DW_TAG_subprogram && constructs(die, &target))
    put_target(context, SYMBOLS_BUILT, target, NULL);
}

static void search_constructor(struct search *search)
{
  struct module_reader *reader = search->reader;
  uint64_t callee = next_call(reader->module, search->address + 1);
  struct dwarf_unit *unit = callee ? dwarf_index_find(reader->index, callee) : NULL;
  if (unit && module_reader_functions(reader, unit))
    dwarf_functions_scopes(unit->functions, callee, consider_constructor, search);
}

/* What the function that calls returns. */
static void search_result(struct search *search)
{
  Dwarf_Die type, target;
  if (!search->has_innermost || !dwarf_die_type(&search->innermost, &type))
    return;
  const char *name = dwarf_die_names(&search->innermost).name;
  if (dwarf_type_target(type, &target)) {
    put_target(search, SYMBOLS_RETURNED, target, name);
  } else if (dwarf_type_is_void_pointer(type)) {
    builder_number(&search->targets, SYMBOLS_RETURNED, 1);
    builder_string(&search->targets, NULL);
    builder_string(&search->targets, name);
    builder_number(&search->targets, 0, 8);
    builder_number(&search->targets, 0, 1);
    search->count++;
  }
}

static void search_evidence(struct search *search)
{
  struct module_reader *reader = search->reader;
  Dwarf_Die unit;
  search->is_tagless =
    dwarf_index_unit_die(reader->index, search->unit, &unit) && dwarf_unit_is_tagless(&unit);
  search->lines = module_reader_lines(reader, search->unit);
  if (search->lines)
    search->source = dwarf_lines_find(search->lines, search->address);
  search->store = find_store(reader, search->address);
  dwarf_functions_scopes(search->unit->functions, search->address, search_scope, search);
  search_globals(search);
  search_constructor(search);
  search_result(search);
}

void module_reader_targets(struct module_reader *reader, uint64_t file_offset, struct byte_builder *answer)
{
  struct search search = {.reader = reader};
  module_reader_need_symtab(reader);
  search.unit = module_reader_unit(reader, file_offset, &search.address);
  if (search.unit)
    search_evidence(&search);
  builder_number(answer, search.count, 4);
  builder_block(answer, search.targets.data, search.targets.size);
  builder_deinit(&search.targets);
}
