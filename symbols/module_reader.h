/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One module with its debug files, opened, and the answers they give. Runs in the worker process.
 *
 * An answer about code is a count (4 bytes) and so many frames, innermost first, each of them the strings linkage
 * name, function (NULL: the same), directory, file and linkage name of an inlined function, then the line (4 bytes)
 * and whether it is inlined (1 byte); then of each frame again the mark (8), its kind (1) and the line in the function
 * (4). A layout is an address, size and alignment of thread-local storage (8 bytes each), a count (4) and so many
 * segments: start, end (8 each), whether it can be written (1). A variable is the strings name, function, directory
 * and file, then the line (4), start and bytes (8 each). Locals are a count (4) and of each the strings name, type,
 * function and file, then the line (4), offset and bytes (8 each), and then of each again what the offset is from (1).
 * A path is the strings name and path, then how far the byte is in the last part (8); without a name there is none.
 * Targets are a count (4) and of each the evidence (1), the strings type and function, then bytes (8) and whether it
 * is a structure (1). Calls are a count (4; 0: nothing is known) and of each frame whether that is known (1), whether
 * the result is returned (1) and the callers (4). */
#ifndef SEEP_SYMBOLS_MODULE_READER_H
#define SEEP_SYMBOLS_MODULE_READER_H

#include "symbols/elf/debug_files.h"
#include "symbols/elf/file_state.h"
#include "symbols/module_answers.h"

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

/* Append the answer to a question. `within` matters to ANSWER_LOCAL_PATH only. */
void module_reader_answer(struct module_reader *reader, enum answer_kind kind, uint64_t about, uint64_t within,
                          struct byte_builder *answer);

#endif
