/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One module with its debug files, opened, and the answers they give. Runs in the worker process.
 *
 * An answer is bytes, decoded by module_answers.c. Strings are as builder_string() writes them; the sizes of numbers
 * stand in parentheses.
 *
 *   code       count (4); of each frame, innermost first, the strings linkage name, function (NULL: the same),
 *              directory, file and linkage name of an inlined function, then line (4) and is it inlined (1); then of
 *              each frame again the mark (8), its kind (1), line in the function (4), the set of marks (MARK_SET_WORDS
 *              times 8), both neighbours (8 each), offset in the symbol (8)
 *   layout     address (8), size and alignment of thread-local storage (8 each), count (4); of each segment start and
 *              end (8 each), is it writable (1)
 *   variable   strings name, function, directory and file; line (4), start (8), bytes (8)
 *   locals     count (4); of each the strings name, type, function and file, then line (4), offset and bytes (8 each);
 *              then of each again what the offset is from (1)
 *   path       strings name (NULL: there is none) and path, how far the byte is in the last part (8)
 *   targets    count (4); of each the evidence (1), the strings type and function, bytes (8), is it a structure (1)
 *   calls      count (4; 0: nothing is known); of each frame is it known (1), is the result returned (1), callers (4)
 */
#ifndef SEEP_HOST_SYMBOLS_MODULE_READER_H
#define SEEP_HOST_SYMBOLS_MODULE_READER_H

#include "host/symbols/elf/debug_files.h"
#include "host/symbols/elf/file_state.h"
#include "host/symbols/module_answers.h"

struct module_reader;

/* Open the module's file: `file`, which is taken over, or, when that is -1 or proves to be something else, the one at
 * its path. It is an error when that is not the file that was mapped. Without `use_dwarf` only symbol tables are
 * read. Of `search` only the warnings must live on. */
struct error *module_reader_open(const struct symbols_module *module, int file, const struct debug_search *search,
                                 bool use_dwarf, struct module_reader **ret);
void module_reader_close(struct module_reader *reader);

/* Which sources of names the module and its debug files have (name_sources.h), and the state of the module's file. */
unsigned module_reader_sources(const struct module_reader *reader);
struct file_state module_reader_file_state(const struct module_reader *reader);

/* Append the answer to a question. `within` matters to few (answer_has_within()). */
void module_reader_answer(struct module_reader *reader, enum answer_kind kind, uint64_t about, uint64_t within,
                          struct byte_builder *answer);

#endif
