/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For each function at a call: does it hand on the block that the call gave it, and how many callers has it? One that
 * does so for several callers is a wrapper, and the mistake was not made there.
 *
 * For a function with code of its own, that code tells (handed_on_blocks.h). The code of an inlined function is mixed
 * with its caller's, and the compiler drops stores that nobody reads. So an inlined function counts as handing the
 * block on if (1) it returns a pointer or structure; (2) it has a pointer parameter through which it may set another
 * pointer; or (3) it has any pointer parameter, or returns a number wide enough for a pointer, and the block is used
 * outside its code or stored through a pointer.
 *
 * Callers are call sites in the module (call_sites.h) and the places that the function was inlined into, so that the
 * answer is the same for each of its instances. */
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/zencode.h"
#include "host/symbols/dwarf/dwarf_instances.h"
#include "host/symbols/dwarf/dwarf_signature.h"
#include "host/symbols/elf/call_sites.h"
#include "host/symbols/elf/short_jumps.h"
#include "host/symbols/elf/handed_on_blocks.h"
#include "host/symbols/module_reader_private.h"

enum { CALLERS_MAX = 255, FEW_CALLERS = 2, JUMPERS_MAX = 4, JUMP_DEPTH_MAX = 3, TEMPLATE_CALLERS = 2, RANGES_MAX = 32 };

_Static_assert((int)VALUE_WAYS == (int)SYMBOLS_WAYS && (int)VALUE_WAY_ARGUMENT == (int)SYMBOLS_WAY_ARGUMENT,
               "ways are passed on as they are");

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
  reader->decoder = value_decoder_create();
  if (reader->index)
    reader->instances = dwarf_instances_create(reader->index);
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

/* Functions that end in a jump to others: where each stands. */
struct jumpers {
  struct symtab_range items[JUMPERS_MAX];
  size_t count;
};

static void add_jumper(struct jumpers *jumpers, const struct symtab_range *function)
{
  for (size_t i = 0; i < jumpers->count; i++)
    if (jumpers->items[i].start == function->start)
      return;
  if (jumpers->count < JUMPERS_MAX)
    jumpers->items[jumpers->count++] = *function;
}

/* Of the functions around `code`. Returns how many jump to it by two bytes, which is no call to call_sites.h. */
static unsigned add_short_jumpers(const struct module_reader *reader, const struct symtab_range *code,
                                  struct jumpers *jumpers)
{
  struct symtab_range function = *code;
  unsigned count = 0;
  for (uint64_t at = code->start - SHORT_JUMP_REACH; at < code->end + SHORT_JUMP_REACH; at = function.end) {
    const char *name = symtab_find(reader->symtab, SYMTAB_CODE, at, &function);
    if (function.end <= at)
      break;
    if (name && function.start != code->start &&
        short_jumps_lead_to(reader->module, function.start, function.end, code->start)) {
      add_jumper(jumpers, &function);
      count++;
    }
  }
  return count;
}

static void add_far_jumpers(const struct module_reader *reader, const struct symtab_range *code,
                            struct jumpers *jumpers)
{
  uint64_t jumps[JUMPERS_MAX];
  struct symtab_range function;
  size_t count = call_sites_jumps(reader->sites, code->start, code->end, jumps, JUMPERS_MAX);
  for (size_t i = 0; i < count; i++)
    if (symtab_find(reader->symtab, SYMTAB_CODE, jumps[i], &function))
      add_jumper(jumpers, &function);
}

/* Of code. A function that ends in a jump is in no stack, so its own callers count. */
static unsigned count_calls(const struct module_reader *reader, const struct symtab_range *code, unsigned depth)
{
  struct jumpers jumpers = {.count = 0};
  unsigned count = call_sites_count(reader->sites, code->start, code->end);
  if (count >= FEW_CALLERS || !reader->symtab || depth == JUMP_DEPTH_MAX)
    return count;
  count += add_short_jumpers(reader, code, &jumpers);
  add_far_jumpers(reader, code, &jumpers);
  for (size_t i = 0; i < jumpers.count; i++) {
    unsigned callers = count_calls(reader, &jumpers.items[i], depth + 1);
    count += callers > 1 ? callers - 1 : 0;
  }
  return count < CALLERS_MAX ? count : CALLERS_MAX;
}

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
  range.start = entry;
  callers->count += count_calls(reader, &range, 0);
  callers->counted = entry;
}

/* Callers of the function of a DIE (may be NULL), whose code is known to stand in `code` (may be NULL). */
static unsigned count_callers(const struct module_reader *reader, Dwarf_Die *function, const struct symtab_range *code)
{
  struct callers callers = {.reader = reader};
  if (code) {
    callers.count = count_calls(reader, code, 0);
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

/* What functions of other modules put where. */
struct putter {
  const char *name;
  uint8_t from, to; /* sets of arguments */
};

static struct putter putter_of(const char *name)
{
  enum { FIRST = 1 << 0, SECOND = 1 << 1, THIRD = 1 << 2, FOURTH = 1 << 3 };
  static const struct putter putters[] = {
    {"memcpy", SECOND, FIRST}, {"memmove", SECOND, FIRST}, {"mempcpy", SECOND, FIRST}, {"__memcpy_chk", SECOND, FIRST},
    {"__memmove_chk", SECOND, FIRST}, {"__mempcpy_chk", SECOND, FIRST}, {"insque", FIRST, SECOND},
    {"tsearch", FIRST, SECOND},
    {"_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_", SECOND, THIRD | FOURTH},
    {"_ZNSt8__detail15_List_node_base7_M_hookEPS0_", FIRST, SECOND},
    {"_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_", SECOND | THIRD, FIRST},
    {"_ZNSt8__detail15_List_node_base4swapERS0_S1_", FIRST | SECOND, FIRST | SECOND},
  };
  for (size_t i = 0; name && i < sizeof putters / sizeof *putters; i++)
    if (strcmp(name, putters[i].name) == 0)
      return putters[i];
  return (struct putter){0};
}

static bool never_returns(const char *name)
{
  static const char *const names[] = {"abort", "exit", "_exit", "__assert_fail", "__stack_chk_fail", "_Unwind_Resume",
                                      "__cxa_throw", "__cxa_rethrow", "__cxa_bad_cast", "_ZSt9terminatev"};
  for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
    if (strcmp(name, names[i]) == 0)
      return true;
  return false;
}

static bool returns_twice(const char *name)
{
  static const char *const names[] = {"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"};
  for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
    if (strcmp(name, names[i]) == 0)
      return true;
  return false;
}

static struct value_callee find_callee(void *context, uint64_t target, bool is_slot)
{
  const struct module_reader *reader = context;
  struct symtab_range range = {0, 0};
  const char *name = NULL, *found = NULL;
  uint64_t address = target;
  if (!call_sites_callee(reader->sites, target, is_slot, &name, &address) && is_slot)
    return (struct value_callee){0};
  if (address && reader->symtab)
    found = symtab_find(reader->symtab, SYMTAB_CODE, address, &range);
  bool is_start = found && range.start == address;
  name = name ? name : found;
  const struct putter putter = putter_of(name);
  return (struct value_callee){
    .returns_first = returns_first_argument(name), .never_returns = never_returns(name),
    .returns_twice = returns_twice(name), .from = putter.from, .to = putter.to,
    .code = is_start ? (struct value_range){range.start, range.end} : (struct value_range){0, 0}};
}

static enum value_result result_of(Dwarf_Die *function)
{
  static const enum value_result results[] = {
    [DWARF_RESULT_NONE] = VALUE_RESULT_NONE, [DWARF_RESULT_WORD] = VALUE_RESULT_ONE,
    [DWARF_RESULT_TWO_WORDS] = VALUE_RESULT_TWO,
  };
  return results[dwarf_signature_result(function)];
}

/* A function that is passed numbers, or nothing, may still be told where its result goes. */
static unsigned argument_registers_of(Dwarf_Die *function)
{
  return !function || dwarf_signature_may_be_led(function) ? VALUE_ARGUMENT_REGISTERS
         : dwarf_signature_returns_structure(function) ? 1 : 0;
}

/* --- code --- */

/* Where the code of functions stands. */
struct code_ranges {
  struct value_range items[RANGES_MAX];
  size_t count;
};

static void add_range(void *context, uint64_t start, uint64_t end)
{
  struct code_ranges *ranges = context;
  if (ranges->count < RANGES_MAX)
    ranges->items[ranges->count++] = (struct value_range){start, end};
}

static bool covers(const struct code_ranges *ranges, uint64_t address)
{
  for (size_t i = 0; i < ranges->count; i++)
    if (address >= ranges->items[i].start && address < ranges->items[i].end)
      return true;
  return false;
}

/* All of a function that was split, or the code of its symbol. */
static void function_ranges(Dwarf_Die *die, const struct symtab_range *code, uint64_t address, struct code_ranges *ret)
{
  ret->count = 0;
  if (die)
    dwarf_die_ranges(die, add_range, ret);
  if (covers(ret, address))
    return;
  ret->items[0] = (struct value_range){code->start, code->end};
  ret->count = 1;
}

/* --- answers --- */

static enum symbols_result declared_result(Dwarf_Die *function)
{
  static const enum symbols_result results[] = {
    [DWARF_RESULT_NONE] = SYMBOLS_RESULT_NONE,
    [DWARF_RESULT_WORD] = SYMBOLS_RESULT_WORD,
    [DWARF_RESULT_TWO_WORDS] = SYMBOLS_RESULT_TWO_WORDS,
  };
  return function ? results[dwarf_signature_result(function)] : SYMBOLS_RESULT_UNKNOWN;
}

struct direct_call {
  const char *callee; /* NULL: not known */
  int64_t start, end; /* of that, from the call's last byte */
};

/* Of the call that ends with this byte. A callee elsewhere is called by a stub, which has no symbol. */
static struct direct_call direct_call_at(const struct module_reader *reader, uint64_t last_byte)
{
  enum { CALL = 0xe8, OPERAND_BYTES = 4 };
  unsigned char code[1 + OPERAND_BYTES];
  struct symtab_range range;
  if (!reader->symtab || elf_file_read(reader->module, last_byte - OPERAND_BYTES, code, sizeof code) < sizeof code ||
      code[0] != CALL)
    return (struct direct_call){0};
  struct bytes operand = bytes_of(code + 1, OPERAND_BYTES);
  const uint64_t target = last_byte + 1 + (uint64_t)(int64_t)(int32_t)bytes_number(&operand, OPERAND_BYTES);
  const char *name = symtab_find(reader->symtab, SYMTAB_CODE, target, &range);
  if (!name || range.start != target)
    return (struct direct_call){0};
  return (struct direct_call){name, (int64_t)(range.start - last_byte), (int64_t)(range.end - last_byte)};
}

/* `function`: NULL if nothing is known of its declaration. */
static void put_call(struct byte_builder *answer, bool is_known, bool is_returned, Dwarf_Die *function,
                     struct direct_call call, unsigned callers)
{
  builder_number(answer, is_known, 1);
  builder_number(answer, is_returned, 1);
  builder_number(answer, declared_result(function), 1);
  builder_number(answer, function && dwarf_signature_takes_pointer(function), 1);
  builder_string(answer, call.callee);
  builder_number(answer, (uint64_t)call.start, 8);
  builder_number(answer, (uint64_t)call.end, 8);
  builder_number(answer, callers < CALLERS_MAX ? callers : CALLERS_MAX, 4);
}

/* Templates are there to be used by several, though each instance may have one caller. Not every language tells by the
 * name. */
static unsigned callers_of_template(Dwarf_Die *function, const char *symbol)
{
  if (function && dwarf_signature_is_template(function))
    return TEMPLATE_CALLERS;
  char *name = symbol ? symbols_demangle(symbol) : NULL;
  const char *bracket = name ? strchr(name, '<') : NULL, *parameters = name ? strchr(name, '(') : NULL;
  const char *operator = name ? strstr(name, "operator<") : NULL;
  bool is_template = bracket && (!parameters || bracket < parameters) && (!operator || bracket < operator);
  free(name);
  return is_template ? TEMPLATE_CALLERS : 0;
}

/* What is asked about, and what came of it. */
struct inquiry {
  struct scopes *functions;     /* outermost first */
  size_t count;
  const char *symbol;           /* NULL: it is not known where the function begins and ends */
  struct symtab_range code;
  uint64_t address;
  struct code_ranges ranges[VALUE_SCOPES_MAX + 1];
  struct value_scope scopes[VALUE_SCOPES_MAX];
  struct value_answer answer;
};

static void follow_value(struct module_reader *reader, struct inquiry *inquiry)
{
  Dwarf_Die *outermost = inquiry->count ? &inquiry->functions->dies[0] : NULL;
  size_t inlined = inquiry->count > 1 ? inquiry->count - 1 : 0;
  if (!inquiry->symbol)
    return;
  inlined = inlined < VALUE_SCOPES_MAX ? inlined : VALUE_SCOPES_MAX;
  function_ranges(outermost, &inquiry->code, inquiry->address, &inquiry->ranges[0]);
  for (size_t i = 0; i < inlined; i++) {
    dwarf_die_ranges(&inquiry->functions->dies[i + 1], add_range, &inquiry->ranges[i + 1]);
    inquiry->scopes[i] = (struct value_scope){inquiry->ranges[i + 1].items, inquiry->ranges[i + 1].count};
  }
  const struct value_question question = {
    .file = reader->module, .ranges = inquiry->ranges[0].items, .range_count = inquiry->ranges[0].count,
    .return_address = inquiry->address + 1, .result = outermost ? result_of(outermost) : VALUE_RESULT_UNKNOWN,
    .argument_registers = argument_registers_of(outermost),
    .scopes = inquiry->scopes, .scope_count = inlined, .callee = find_callee, .context = reader};
  value_flow_find(reader->decoder, &question, &inquiry->answer);
}

/* Function `index` is inlined. */
static unsigned ways_of_inlined(const struct inquiry *inquiry, size_t index, unsigned way)
{
  Dwarf_Die *die = &inquiry->functions->dies[index];
  bool is_used = index <= VALUE_SCOPES_MAX && (inquiry->answer.leaves_scope[index - 1] >> way & 1);
  bool is_handed = dwarf_signature_returns_pointer(die) || dwarf_signature_returns_structure(die) ||
                   dwarf_signature_may_fill(die);
  is_handed |= is_used && (dwarf_signature_takes_pointer(die) || dwarf_signature_result(die) == DWARF_RESULT_WORD);
  return is_handed ? 1U << way : 0;
}

static void put_ways_of_inlined(const struct inquiry *inquiry, size_t index, struct byte_builder *answer)
{
  builder_number(answer, index <= VALUE_SCOPES_MAX && inquiry->answer.is_put_in_scope[index - 1], 1);
  for (unsigned way = 0; way < VALUE_WAYS; way++)
    builder_number(answer, ways_of_inlined(inquiry, index, way), 2);
}

static void put_ways(const struct inquiry *inquiry, struct byte_builder *answer)
{
  for (size_t i = inquiry->count; i-- > 1;)
    put_ways_of_inlined(inquiry, i, answer);
  builder_number(answer, inquiry->answer.is_put, 1);
  for (unsigned way = 0; way < VALUE_WAYS; way++)
    builder_number(answer, inquiry->answer.ways[way], 2);
}

static void put_calls(struct module_reader *reader, struct inquiry *inquiry, struct byte_builder *answer)
{
  Dwarf_Die *dies = inquiry->functions->dies;
  const struct symtab_range *code = inquiry->symbol ? &inquiry->code : NULL;
  builder_number(answer, inquiry->count ? inquiry->count : 1, 4);
  for (size_t i = inquiry->count; i-- > 1;)
    put_call(answer, true, dwarf_signature_returns_pointer(&dies[i]), &dies[i], (struct direct_call){0},
             count_callers(reader, &dies[i], NULL));
  put_call(answer, inquiry->answer.is_known, inquiry->answer.is_returned, inquiry->count ? dies : NULL,
           direct_call_at(reader, inquiry->address),
           code ? count_callers(reader, inquiry->count ? dies : NULL, code) +
                    callers_of_template(inquiry->count ? dies : NULL, inquiry->symbol)
                : 0);
  put_ways(inquiry, answer);
}

static void answer_calls(struct module_reader *reader, uint64_t address, struct scopes *scopes,
                         struct byte_builder *answer)
{
  struct inquiry *inquiry = memory_zeroed(1, sizeof *inquiry);
  inquiry->functions = scopes;
  inquiry->address = address;
  inquiry->symbol = reader->symtab ? symtab_find(reader->symtab, SYMTAB_CODE, address, &inquiry->code) : NULL;
  bool is_replacement = scopes->count > 1 && inquiry->symbol && zencode_is_replacement(inquiry->symbol);
  inquiry->count = is_replacement ? 1 : scopes->count;
  follow_value(reader, inquiry);
  put_calls(reader, inquiry, answer);
  free(inquiry);
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
    answer_calls(reader, address, &scopes, answer);
  else
    builder_number(answer, 0, 4);
}
