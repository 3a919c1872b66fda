/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What has been read of a module, shared by the files that answer questions about it (module_*.c). */
#ifndef SEEP_HOST_SYMBOLS_MODULE_READER_PRIVATE_H
#define SEEP_HOST_SYMBOLS_MODULE_READER_PRIVATE_H

#include "host/symbols/dwarf/dwarf_functions.h"
#include "host/symbols/dwarf/dwarf_index.h"
#include "host/symbols/dwarf/dwarf_variables.h"
#include "host/symbols/elf/symtab.h"
#include "host/symbols/module_reader.h"
#include "host/symbols/source_lines.h"

struct module_reader {
  struct debug_search search;
  struct elf_file *module, *debug, *supplement; /* the last two may be NULL */
  struct elf_file *mini; /* .gnu_debugdata, when no other file has a symbol table; else NULL */
  unsigned name_sources; /* see module_reader_sources() */
  bool use_dwarf, symtab_tried, dwarf_tried, variables_tried, references_tried;
  struct symtab *symtab;     /* NULL: not read, or unreadable */
  struct dwarf_file *dwarf;  /* likewise, or none there */
  struct dwarf_splits *splits; /* likewise */
  struct dwarf_index *index; /* likewise */
  struct dwarf_variables *variables; /* likewise */
  struct dwarf_instances *instances; /* likewise */
  struct dwarf_scopes *scopes;       /* NULL: not needed yet */
  struct call_sites *sites;          /* NULL: not read */
  struct value_decoder *decoder;     /* likewise */
  struct dwarf_call calls[INLINE_DEPTH_MAX];
  struct source_lines *sources;
};

/* The mark of a line, as struct frame has it. */
struct line_mark {
  uint64_t mark;
  enum frame_mark kind;
  unsigned line_in_function;
  struct frame_surroundings around;
};

/* The mark of a line in the function that was declared there; `offset`: of its code in the symbol, NULL: it is in
 * none. */
struct line_mark module_reader_line_mark(struct module_reader *reader, const struct dwarf_declaration *declaration,
                                         const struct dwarf_source *source, const uint64_t *offset);

/* Read what was not tried yet. */
void module_reader_need_symtab(struct module_reader *reader);
void module_reader_need_variables(struct module_reader *reader);

/* The unit of the code at a file offset, with its functions; NULL when there is none. */
struct dwarf_unit *module_reader_unit(struct module_reader *reader, uint64_t file_offset, uint64_t *ret_address);

/* Of a unit; NULL when it cannot be read. */
const struct dwarf_lines *module_reader_lines(struct module_reader *reader, struct dwarf_unit *unit);
struct dwarf_functions *module_reader_functions(struct module_reader *reader, struct dwarf_unit *unit);

/* Where something is declared. The number of its file is one of the unit that the declaration is in, which after
 * link-time optimisation is not the unit of the code. */
struct dwarf_source module_reader_declared_at(struct module_reader *reader,
                                              const struct dwarf_declaration *declaration);

/* Append answers; module_reader_answer() has the table of them. */
void module_reader_layout(struct module_reader *reader, uint64_t file_offset, struct byte_builder *answer);
void module_reader_variable(struct module_reader *reader, uint64_t address, struct byte_builder *answer);
void module_reader_tls(struct module_reader *reader, uint64_t offset, struct byte_builder *answer);
void module_reader_variable_path(struct module_reader *reader, uint64_t address, struct byte_builder *answer);
void module_reader_tls_path(struct module_reader *reader, uint64_t offset, struct byte_builder *answer);
void module_reader_variable_types(struct module_reader *reader, uint64_t address, struct byte_builder *answer);
void module_reader_tls_types(struct module_reader *reader, uint64_t offset, struct byte_builder *answer);
void module_reader_locals(struct module_reader *reader, uint64_t file_offset, struct byte_builder *answer);
void module_reader_local_path(struct module_reader *reader, uint64_t file_offset, uint64_t within,
                              struct byte_builder *answer);
void module_reader_local_types(struct module_reader *reader, uint64_t file_offset, uint64_t number,
                               struct byte_builder *answer);
void module_reader_targets(struct module_reader *reader, uint64_t file_offset, struct byte_builder *answer);
void module_reader_calls(struct module_reader *reader, uint64_t file_offset, struct byte_builder *answer);

/* Append the types of a variable that begins at `start`; `die` NULL: none is known. */
void module_reader_put_types(Dwarf_Die *die, uint64_t start, struct byte_builder *answer);

/* Append the path to a byte of a variable; `die` NULL: none is known. */
void module_reader_put_path(Dwarf_Die *die, uint64_t offset, struct byte_builder *answer);

/* The demangled name of a DIE's function; malloc'ed, NULL when it has none. */
char *module_reader_function_name(Dwarf_Die *die);

#endif
