/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The line number program of a unit, run from beginning to end. */
#ifndef SEEP_HOST_SYMBOLS_DWARF_DWARF_LINE_PROGRAM_H
#define SEEP_HOST_SYMBOLS_DWARF_DWARF_LINE_PROGRAM_H

#include "host/symbols/dwarf/dwarf_file.h"

struct line_row {
  uint64_t address, file, line, column; /* line, column 0: not known */
  bool is_end; /* of a sequence: the address is the first after it */
};

/* What a program yields, in this order. Folders and files come numbered from 0; before DWARF 5, where the numbers of
 * files begin at 1, file 0 has no name, and folder 0 is the unit's working directory, which has no name here. */
struct line_listener {
  void (*folder)(void *context, const char *name);
  void (*file)(void *context, const char *name, uint64_t folder);
  void (*row)(void *context, const struct line_row *row);
  void *context;
};

/* Run the program at `offset` of .debug_line. A damaged one is an error after what could be read was yielded. */
struct error *dwarf_line_program_run(const struct dwarf_file *file, uint64_t offset,
                                     const struct line_listener *listener);

#endif
