/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files are found when the module is opened, and read when something in them is first needed: the symbol table and the
 * list of units for the first address, a unit's lines and functions for the first address in it. What cannot be read is
 * reported once and left out of the answers.
 *
 * Names are Memcheck's: the outermost function of an address is named as in the symbol table, an inlined one as in its
 * source (DW_AT_name); its file and line are where the next inner function is called. For people the name of an inlined
 * function is qualified as well: by its linkage name, which functions that are local to a unit lack; else by what it is
 * declared in. */
#include "host/symbols/module_reader.h"

#include <stdlib.h>
#include <unistd.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/zencode.h"
#include "host/symbols/dwarf/dwarf_instances.h"
#include "host/symbols/dwarf/dwarf_scopes.h"
#include "host/symbols/elf/call_sites.h"
#include "host/symbols/elf/handed_on_blocks.h"
#include "host/symbols/elf/mini_debug.h"
#include "host/symbols/module_file.h"
#include "host/symbols/module_reader_private.h"
#include "host/symbols/name_sources.h"
#include "host/symbols/source_lines.h"

static struct error *check_unchanged(const struct elf_file *file, const struct symbols_module *module)
{
  if (module_file_is(file, module))
    return NULL;
  return error_format("%s has changed since the program ran", module->path);
}

/* The file that has the DWARF, if any has. */
static struct elf_file *dwarf_holder(const struct module_reader *reader)
{
  return reader->debug ? reader->debug : reader->module;
}

static void find_debug_files(struct module_reader *reader)
{
  warn_of(reader->search.warnings, elf_file_check_whole(reader->module));
  if (!elf_file_has_section(reader->module, ".debug_info"))
    debug_files_find(&reader->search, reader->module, &reader->debug);
  debug_files_find_supplement(&reader->search, dwarf_holder(reader), &reader->supplement);
}

static bool has_section(struct elf_file *file, const char *name)
{
  return file && elf_file_has_section(file, name);
}

static unsigned find_name_sources(const struct module_reader *reader)
{
  struct elf_file *holder = dwarf_holder(reader);
  bool has_symtab = has_section(reader->module, ".symtab") || has_section(reader->debug, ".symtab");
  bool has_dwarf = reader->use_dwarf && has_section(holder, ".debug_info");
  struct elf_link link;
  bool has_supplement = reader->supplement || !elf_file_supplement_link(holder, &link);
  return SOURCE_SOUND | (has_symtab ? SOURCE_SYMTAB : 0) | (has_dwarf ? SOURCE_DWARF : 0) |
         (has_supplement ? SOURCE_SUPPLEMENT : 0);
}

unsigned module_reader_sources(const struct module_reader *reader)
{
  return reader->name_sources;
}

struct file_state module_reader_file_state(const struct module_reader *reader)
{
  return file_state_of(elf_file_stat(reader->module));
}

static struct error *open_unchanged(const struct symbols_module *module, int file, struct elf_file **ret)
{
  struct error *error = elf_file_open_at(module->path, file, ret);
  if (!error && (error = check_unchanged(*ret, module))) {
    elf_file_close(*ret);
    *ret = NULL;
  }
  return error;
}

static struct error *module_reader_init(struct module_reader *reader, const struct symbols_module *module, int file)
{
  if (file >= 0)
    error_free(open_unchanged(module, file, &reader->module));
  struct error *error = reader->module ? NULL : open_unchanged(module, -1, &reader->module);
  if (!error)
    find_debug_files(reader);
  if (!error)
    reader->name_sources = find_name_sources(reader);
  return error;
}

struct error *module_reader_open(const struct symbols_module *module, int file, const struct debug_search *search,
                                 bool use_dwarf, struct module_reader **ret)
{
  struct module_reader *reader = memory_zeroed(1, sizeof *reader);
  reader->search = *search;
  reader->use_dwarf = use_dwarf;
  reader->sources = source_lines_create(module->mtime_ns);
  struct error *error = module_reader_init(reader, module, file);
  if (error) {
    struct error *told = error_format("%s; " SYMBOLS_NAMELESS, error_message(error));
    error_free(error);
    module_reader_close(reader);
    return told;
  }
  *ret = reader;
  return NULL;
}

void module_reader_close(struct module_reader *reader)
{
  if (!reader)
    return;
  dwarf_instances_destroy(reader->instances);
  call_sites_destroy(reader->sites);
  value_decoder_destroy(reader->decoder);
  dwarf_scopes_destroy(reader->scopes);
  dwarf_variables_destroy(reader->variables);
  dwarf_index_destroy(reader->index);
  dwarf_splits_destroy(reader->splits);
  dwarf_file_close(reader->dwarf);
  symtab_destroy(reader->symtab);
  source_lines_destroy(reader->sources);
  elf_file_close(reader->supplement);
  elf_file_close(reader->mini);
  elf_file_close(reader->debug);
  elf_file_close(reader->module);
  free(reader);
}

void module_reader_need_symtab(struct module_reader *reader)
{
  if (reader->symtab_tried)
    return;
  reader->symtab_tried = true;
  if (!(reader->name_sources & SOURCE_SYMTAB))
    warn_of(reader->search.warnings, mini_debug_open(reader->module, &reader->mini));
  struct elf_file *other = reader->mini ? reader->mini : reader->debug;
  warn_of(reader->search.warnings, symtab_create(reader->module, other, &reader->symtab));
}

static struct error *open_dwarf(struct module_reader *reader)
{
  struct error *problem = NULL;
  struct error *error = dwarf_file_open(dwarf_holder(reader), reader->supplement, &reader->dwarf);
  if (!error && reader->dwarf) {
    reader->splits = dwarf_splits_create(reader->module, dwarf_holder(reader), &reader->search);
    reader->index = dwarf_index_create(reader->dwarf, reader->module, reader->splits, &problem);
  }
  warn_of(reader->search.warnings, problem);
  return error;
}

static void need_dwarf(struct module_reader *reader)
{
  if (reader->dwarf_tried || !reader->use_dwarf)
    return;
  reader->dwarf_tried = true;
  warn_of(reader->search.warnings, open_dwarf(reader));
}

void module_reader_need_variables(struct module_reader *reader)
{
  need_dwarf(reader);
  if (reader->variables_tried || !reader->index)
    return;
  reader->variables_tried = true;
  reader->variables = dwarf_variables_create(reader->index);
}

struct dwarf_unit *module_reader_unit(struct module_reader *reader, uint64_t file_offset, uint64_t *ret_address)
{
  need_dwarf(reader);
  if (!reader->index || !elf_file_address(reader->module, file_offset, ret_address))
    return NULL;
  struct dwarf_unit *unit = dwarf_index_find(reader->index, *ret_address);
  return unit && module_reader_functions(reader, unit) ? unit : NULL;
}

char *module_reader_function_name(Dwarf_Die *die)
{
  const struct dwarf_names names = dwarf_die_names(die);
  char *name = names.linkage_name ? symbols_demangle(names.linkage_name) : NULL;
  if (name)
    return name;
  const char *plain = names.name ? names.name : names.linkage_name;
  return plain ? memory_text(plain) : NULL;
}

const struct dwarf_lines *module_reader_lines(struct module_reader *reader, struct dwarf_unit *unit)
{
  if (unit->lines || unit->lines_failed)
    return unit->lines;
  Dwarf_Die die;
  struct error *problem = NULL;
  if (dwarf_file_die_at(reader->dwarf, unit->die_offset, &die))
    unit->lines = dwarf_lines_create(reader->dwarf, reader->module, &die, &problem);
  unit->lines_failed = !unit->lines;
  warn_of(reader->search.warnings, problem);
  return unit->lines;
}

struct dwarf_source module_reader_declared_at(struct module_reader *reader,
                                              const struct dwarf_declaration *declaration)
{
  struct dwarf_source source = {0};
  struct dwarf_unit *unit =
    reader->index && declaration->holder ? dwarf_index_unit_with_lines(reader->index, declaration->holder) : NULL;
  const struct dwarf_lines *lines = unit ? module_reader_lines(reader, unit) : NULL;
  if (lines)
    dwarf_lines_file(lines, declaration->file, &source);
  source.line = source.file && declaration->line <= INT32_MAX ? (unsigned)declaration->line : 0;
  return source;
}

struct dwarf_functions *module_reader_functions(struct module_reader *reader, struct dwarf_unit *unit)
{
  if (unit->functions || unit->functions_failed)
    return unit->functions;
  Dwarf_Die die;
  if (dwarf_index_unit_die(reader->index, unit, &die))
    unit->functions = dwarf_functions_create(reader->module, &die);
  unit->functions_failed = !unit->functions;
  return unit->functions;
}

/* Find the calls at an address into reader->calls. */
static size_t find_calls(struct module_reader *reader, struct dwarf_unit *unit, uint64_t address)
{
  struct dwarf_functions *functions = module_reader_functions(reader, unit);
  bool cut = false;
  size_t count = functions ? dwarf_functions_find(functions, address, reader->calls, &cut) : 0;
  if (cut)
    warn_of(reader->search.warnings,
            error_format("%s: more functions are inlined into each other than can be true; only "
                         "the outer ones are shown",
                         dwarf_file_path(reader->dwarf)));
  if (functions && dwarf_functions_is_damaged(functions))
    warn_of(reader->search.warnings,
            error_format("%s: the unit at .debug_info+0x%llx is damaged, so inlined calls in its functions may be "
                         "missing; build or install the file again", dwarf_file_path(reader->dwarf),
                         (unsigned long long)unit->die_offset));
  return count;
}

struct found_function {
  const char *linkage, *function, *inlined_linkage, *qualified;
  struct dwarf_declaration declaration;
  struct dwarf_source source;
  bool is_inlined;
};

/* An answer about code in the making. */
struct code_answer {
  struct module_reader *reader;
  const uint64_t *offset; /* of the code in the symbol; NULL: it is in none */
  struct byte_builder *frames, marks, names, columns;
};

static void put_frame(struct code_answer *answer, const struct found_function *frame)
{
  builder_string(answer->frames, frame->linkage);
  builder_string(answer->frames, frame->function);
  builder_string(answer->frames, frame->source.directory);
  builder_string(answer->frames, frame->source.file);
  builder_string(answer->frames, frame->inlined_linkage);
  builder_number(answer->frames, frame->source.line, 4);
  builder_number(answer->frames, frame->is_inlined, 1);
  struct line_mark mark = module_reader_line_mark(answer->reader, &frame->declaration, &frame->source, answer->offset);
  builder_number(&answer->marks, mark.mark, 8);
  builder_number(&answer->marks, mark.kind, 1);
  builder_number(&answer->marks, mark.line_in_function, 4);
  for (size_t i = 0; i < MARK_SET_WORDS; i++)
    builder_number(&answer->marks, mark.around.statements.words[i], 8);
  for (size_t i = 0; i < 2; i++)
    builder_number(&answer->marks, mark.around.neighbours[i], 8);
  builder_number(&answer->marks, answer->offset ? *answer->offset : 0, 8);
  builder_string(&answer->names, frame->qualified);
  builder_number(&answer->columns, frame->source.column, 2);
}

/* The name of an inlined function with what it is declared in; malloc'ed, NULL: it has no other name. */
static char *qualified_name(struct module_reader *reader, struct dwarf_call *call)
{
  char *name = call->names.linkage_name ? symbols_demangle(call->names.linkage_name) : NULL;
  if (name)
    return name;
  if (!reader->scopes)
    reader->scopes = dwarf_scopes_create();
  return reader->scopes ? dwarf_scopes_name(reader->scopes, &call->die) : NULL;
}

/* The frame of a function that has code of its own; `symbol` is its name in the symbol table. */
static void put_outermost_frame(struct code_answer *answer, const char *symbol, struct dwarf_declaration declaration,
                                struct dwarf_source source)
{
  char *replaced = symbol ? zencode_decode(symbol) : NULL;
  const char *linkage = replaced ? replaced : symbol;
  char *function = linkage ? symbols_demangle(linkage) : NULL;
  if (linkage && !function && answer->reader->symtab && symtab_is_ada(answer->reader->symtab))
    function = symbols_demangle_ada(linkage);
  put_frame(answer, &(struct found_function){
                      .linkage = linkage, .function = function, .declaration = declaration, .source = source});
  free(function);
  free(replaced);
}

/* `count` calls stand in reader->calls, outermost first. */
static void put_frames(struct code_answer *answer, const struct dwarf_lines *lines, size_t count, const char *symbol,
                       struct dwarf_source source)
{
  struct dwarf_call *calls = answer->reader->calls;
  for (size_t i = count; i-- > 1;) {
    struct dwarf_call *call = &calls[i];
    const char *name = call->names.name ? call->names.name : call->names.linkage_name;
    char *qualified = qualified_name(answer->reader, call);
    put_frame(answer, &(struct found_function){.linkage = name, .inlined_linkage = call->names.linkage_name,
                                      .qualified = qualified, .declaration = call->declaration, .source = source,
                                      .is_inlined = true});
    free(qualified);
    source = (struct dwarf_source){.line = call->call_line > INT32_MAX ? 0 : (unsigned)call->call_line,
                                   .column = call->call_column > UINT16_MAX ? 0 : (unsigned)call->call_column};
    if (lines)
      dwarf_lines_file(lines, call->call_file, &source);
  }
  if (!symbol && count > 0)
    symbol = calls[0].names.linkage_name ? calls[0].names.linkage_name : calls[0].names.name;
  put_outermost_frame(answer, symbol, count > 0 ? calls[0].declaration : (struct dwarf_declaration){0}, source);
}

static void put_address(struct code_answer *answer, uint64_t address)
{
  struct module_reader *reader = answer->reader;
  struct symtab_range range;
  const char *symbol = reader->symtab ? symtab_find(reader->symtab, SYMTAB_CODE, address, &range) : NULL;
  struct dwarf_unit *unit = reader->index ? dwarf_index_find(reader->index, address) : NULL;
  const struct dwarf_lines *lines = unit ? module_reader_lines(reader, unit) : NULL;
  size_t count = unit ? find_calls(reader, unit, address) : 0;
  /* What stands in for a function of the program's is that function and nothing else: how it is made up is no concern
   * of the program's author. */
  if (count > 1 && symbol && zencode_is_replacement(symbol))
    count = 1;
  struct dwarf_source source = {0};
  if (lines)
    source = dwarf_lines_find(lines, address);
  uint64_t offset = symbol ? address - range.start : 0;
  answer->offset = symbol ? &offset : NULL;
  builder_number(answer->frames, count ? count : 1, 4);
  put_frames(answer, lines, count, symbol, source);
}

static void put_code(struct module_reader *reader, uint64_t file_offset, struct byte_builder *frames)
{
  struct code_answer answer = {.reader = reader, .frames = frames};
  uint64_t address;
  module_reader_need_symtab(reader);
  need_dwarf(reader);
  if (elf_file_address(reader->module, file_offset, &address)) {
    put_address(&answer, address);
  } else {
    builder_number(frames, 1, 4);
    put_outermost_frame(&answer, NULL, (struct dwarf_declaration){0}, (struct dwarf_source){0});
  }
  builder_block(frames, answer.marks.data, answer.marks.size);
  builder_block(frames, answer.names.data, answer.names.size);
  builder_block(frames, answer.columns.data, answer.columns.size);
  builder_deinit(&answer.marks);
  builder_deinit(&answer.names);
  builder_deinit(&answer.columns);
}

void module_reader_answer(struct module_reader *reader, enum answer_kind kind, uint64_t about, uint64_t within,
                          struct byte_builder *answer)
{
  static void (*const askers[ANSWER_KINDS])(struct module_reader *, uint64_t, struct byte_builder *) = {
    [ANSWER_CODE] = put_code,
    [ANSWER_LAYOUT] = module_reader_layout,
    [ANSWER_VARIABLE] = module_reader_variable,
    [ANSWER_TLS] = module_reader_tls,
    [ANSWER_LOCALS] = module_reader_locals,
    [ANSWER_TARGETS] = module_reader_targets,
    [ANSWER_CALLS] = module_reader_calls,
    [ANSWER_VARIABLE_PATH] = module_reader_variable_path,
    [ANSWER_TLS_PATH] = module_reader_tls_path,
    [ANSWER_VARIABLE_TYPES] = module_reader_variable_types,
    [ANSWER_TLS_TYPES] = module_reader_tls_types,
  };
  if (kind == ANSWER_LOCAL_PATH)
    module_reader_local_path(reader, about, within, answer);
  else if (kind == ANSWER_LOCAL_TYPES)
    module_reader_local_types(reader, about, within, answer);
  else
    askers[kind](reader, about, answer);
}
