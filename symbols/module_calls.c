/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For each function at a call: does it return the call's result, and how many callers has it? One that does so for
 * several callers is a wrapper, and the mistake was not made there.
 *
 * For a function with code of its own, that code tells (value_flow.h). The code of an inlined one is mixed with its
 * caller's; there the type of its result must do. Callers are call sites in the module (call_sites.h) and the places
 * that the function was inlined into, so that the answer is the same for each of its instances. */
#include <stdlib.h>
#include <string.h>

#include "base/zencode.h"
#include "symbols/dwarf/dwarf_instances.h"
#include "symbols/dwarf/dwarf_types.h"
#include "symbols/elf/call_sites.h"
#include "symbols/elf/value_flow.h"
#include "symbols/module_reader_private.h"

enum { CALLERS_MAX = 255, TEMPLATE_CALLERS = 2, POINTER_BYTES = 8 };

/* The functions at an address, outermost first. */
struct scopes {
  Dwarf_Die dies[INLINE_DEPTH_MAX];
  size_t count;
};

static void need_references(struct module_reader *reader)
{
  if (reader->references_tried)
    return;
  reader->references_tried = true;
  reader->sites = call_sites_create(reader->module);
  if (reader->index)
    warn_of(reader->search.warnings, dwarf_instances_create(reader->index, &reader->instances));
}

static void add_function_scope(void *context, Dwarf_Die *die)
{
  struct scopes *scopes = context;
  int tag = dwarf_tag(die);
  if ((tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine) && scopes->count < INLINE_DEPTH_MAX)
    scopes->dies[scopes->count++] = *die;
}

/* --- callers --- */

struct callers {
  const struct module_reader *reader;
  uint64_t counted; /* where the code begins whose callers are counted already; 0: none */
  unsigned count;
};

static void add_instance(void *context, uint64_t entry)
{
  struct callers *callers = context;
  const struct module_reader *reader = callers->reader;
  struct symtab_range range = {entry, entry + 1};
  if (callers->count >= CALLERS_MAX || (entry && entry == callers->counted))
    return;
  if (!entry) {
    callers->count++;
    return;
  }
  if (!reader->symtab || !symtab_find(reader->symtab, SYMTAB_CODE, entry, &range))
    range = (struct symtab_range){entry, entry + 1};
  callers->count += call_sites_count(reader->sites, entry, range.end);
  callers->counted = entry;
}

/* Callers of the function of a DIE (may be NULL), whose code is known to stand in `code` (may be NULL). */
static unsigned count_callers(const struct module_reader *reader, Dwarf_Die *function, const struct symtab_range *code)
{
  struct callers callers = {.reader = reader};
  if (code) {
    callers.count = call_sites_count(reader->sites, code->start, code->end);
    callers.counted = code->start;
  }
  if (function && reader->instances)
    dwarf_instances_each(reader->instances, function, add_instance, &callers);
  return callers.count;
}

/* --- results --- */

static bool returns_first_argument(const char *name)
{
  static const char *const names[] = {
    "memset", "memcpy", "memmove", "strcpy", "strncpy", "strcat", "strncat", "wmemset", "wmemcpy", "wmemmove", "wcscpy",
    "__memset_chk", "__memcpy_chk", "__memmove_chk", "__strcpy_chk", "__strncpy_chk", "__strcat_chk", "__strncat_chk",
  };
  for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
    if (strcmp(name, names[i]) == 0)
      return true;
  return false;
}

static bool returns_argument(void *context, uint64_t target, bool is_slot)
{
  const struct module_reader *reader = context;
  struct symtab_range range;
  const char *name = NULL;
  uint64_t address = target;
  if (!call_sites_callee(reader->sites, target, is_slot, &name, &address) && is_slot)
    return false;
  if (!name && address && reader->symtab)
    name = symtab_find(reader->symtab, SYMTAB_CODE, address, &range);
  return returns_first_argument(name);
}

/* What is known of a function's result. */
enum result { RESULT_UNKNOWN, RESULT_NO_POINTER, RESULT_VALUE, RESULT_POINTER };

static enum result result_of(Dwarf_Die *function)
{
  Dwarf_Die type;
  if (!dwarf_die_type(function, &type))
    return RESULT_NO_POINTER;
  if (dwarf_type_is_pointer(type))
    return RESULT_POINTER;
  uint64_t bytes = dwarf_type_bytes(type);
  return bytes > 0 && bytes < POINTER_BYTES ? RESULT_NO_POINTER : RESULT_VALUE;
}

/* --- answers --- */

static void put_call(struct byte_builder *answer, bool is_known, bool is_returned, unsigned callers)
{
  builder_number(answer, is_known, 1);
  builder_number(answer, is_returned, 1);
  builder_number(answer, callers < CALLERS_MAX ? callers : CALLERS_MAX, 4);
}

static void put_inlined_call(const struct module_reader *reader, Dwarf_Die *die, struct byte_builder *answer)
{
  put_call(answer, true, result_of(die) == RESULT_POINTER, count_callers(reader, die, NULL));
}

/* Templates are there to be used by several, though each instance may have one caller. */
static unsigned callers_of_template(const char *symbol)
{
  char *name = symbol ? symbols_demangle(symbol) : NULL;
  const char *bracket = name ? strchr(name, '<') : NULL, *parameters = name ? strchr(name, '(') : NULL;
  const char *operator = name ? strstr(name, "operator<") : NULL;
  bool is_template = bracket && (!parameters || bracket < parameters) && (!operator || bracket < operator);
  free(name);
  return is_template ? TEMPLATE_CALLERS : 0;
}

/* `die` is NULL when there is none; `code` when it is not known where the function begins and ends. */
static void put_outermost_call(struct module_reader *reader, Dwarf_Die *die, const char *symbol,
                               const struct symtab_range *code, uint64_t address, struct byte_builder *answer)
{
  enum result result = die ? result_of(die) : RESULT_UNKNOWN;
  enum value_flow flow = VALUE_UNKNOWN;
  if (code && result == RESULT_NO_POINTER)
    flow = VALUE_KEPT;
  else if (code)
    flow = value_flow_find(&(struct value_question){
      .file = reader->module, .start = code->start, .end = code->end, .return_address = address + 1,
      .is_typed = result != RESULT_UNKNOWN, .returns_argument = returns_argument, .context = reader});
  put_call(answer, flow != VALUE_UNKNOWN, flow == VALUE_RETURNED,
           code ? count_callers(reader, die, code) + callers_of_template(symbol) : 0);
}

static void put_calls(struct module_reader *reader, uint64_t address, struct scopes *scopes,
                      struct byte_builder *answer)
{
  struct symtab_range code;
  const char *symbol = reader->symtab ? symtab_find(reader->symtab, SYMTAB_CODE, address, &code) : NULL;
  size_t count = scopes->count > 1 && symbol && zencode_is_replacement(symbol) ? 1 : scopes->count;
  builder_number(answer, count ? count : 1, 4);
  for (size_t i = count; i-- > 1;)
    put_inlined_call(reader, &scopes->dies[i], answer);
  put_outermost_call(reader, count ? &scopes->dies[0] : NULL, symbol, symbol ? &code : NULL, address, answer);
}

void module_reader_calls(struct module_reader *reader, uint64_t file_offset, struct byte_builder *answer)
{
  struct scopes scopes = {.count = 0};
  uint64_t address = 0;
  module_reader_need_symtab(reader);
  struct dwarf_unit *unit = module_reader_unit(reader, file_offset, &address);
  need_references(reader);
  if (unit)
    dwarf_functions_scopes(unit->functions, address, add_function_scope, &scopes);
  if (reader->sites && (unit || elf_file_address(reader->module, file_offset, &address)))
    put_calls(reader, address, &scopes, answer);
  else
    builder_number(answer, 0, 4);
}
