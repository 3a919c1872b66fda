/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One module with its debug files, opened, and the answers they give. Runs in the worker process.
 *
 * An answer about code is a count (4 bytes) and so many frames, innermost first, each of them the strings linkage
 * name, function (NULL: the same), directory, file and linkage name of an inlined function, then the line (4 bytes)
 * and whether it is inlined (1 byte). An answer about data is the string name and the offset (8 bytes). */
#ifndef SEEP_SYMBOLS_MODULE_READER_H
#define SEEP_SYMBOLS_MODULE_READER_H

#include "symbols/bytes.h"
#include "symbols/debug_files.h"
#include "symbols/symbols.h"

struct module_reader;

/* Open the module's file. It is an error when that is not the file that was mapped. Without `use_dwarf` only symbol
 * tables are read. Of `search` only the warnings must live on. */
struct error *module_reader_open(const struct symbols_module *module, const struct debug_search *search, bool use_dwarf,
                                 struct module_reader **ret);
void module_reader_close(struct module_reader *reader);

void module_reader_code(struct module_reader *reader, uint64_t file_offset, struct byte_builder *answer);
void module_reader_data(struct module_reader *reader, uint64_t file_offset, struct byte_builder *answer);

#endif
