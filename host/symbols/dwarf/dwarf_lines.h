/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The line table of one compilation unit. */
#ifndef SEEP_HOST_SYMBOLS_DWARF_DWARF_LINES_H
#define SEEP_HOST_SYMBOLS_DWARF_DWARF_LINES_H

#include "host/symbols/dwarf/dwarf_file.h"

struct dwarf_lines;

struct dwarf_source {
  const char *directory; /* absolute when the compiler said where it ran; NULL: unknown */
  const char *file;      /* relative to that, or absolute; NULL: unknown */
  unsigned line;         /* 0: unknown */
  unsigned column;       /* in bytes, from 1; 0: unknown */
};

/* Read the line table of a unit. Sequences that do not begin in code of `module` are left out: they belong to
 * functions that the linker has dropped. A unit without lines has an empty table; a damaged one the lines before the
 * damage, of which *ret_problem tells (NULL: all is well). */
struct dwarf_lines *dwarf_lines_create(const struct dwarf_file *file, const struct elf_file *module,
                                       Dwarf_Die *unit_die, struct error **ret_problem);
void dwarf_lines_destroy(struct dwarf_lines *lines);

/* The source line of the instruction at an address; all unknown when the table does not tell. Strings belong to the
 * table. */
struct dwarf_source dwarf_lines_find(const struct dwarf_lines *lines, uint64_t address);

/* Fill in the file of a number as DW_AT_call_file has it. */
void dwarf_lines_file(const struct dwarf_lines *lines, uint64_t number, struct dwarf_source *source);

#endif
