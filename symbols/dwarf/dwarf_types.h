/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Types: their size and what a person calls them. */
#ifndef SEEP_SYMBOLS_DWARF_DWARF_TYPES_H
#define SEEP_SYMBOLS_DWARF_DWARF_TYPES_H

#include "symbols/dwarf/dwarf_file.h"

/* Bytes of a value; 0 when the file does not tell. */
uint64_t dwarf_type_bytes(struct dwarf_place type);

/* The type behind its names and qualifiers, a DIE of *ret_file that is to be freed; NULL when there is none. */
Dwarf_Die dwarf_type_open(struct dwarf_place type, struct dwarf_file **ret_file);

/* The dimensions of an array type, outermost first. Returns how many there are; 0: not known, or more than fit. */
enum { DWARF_DIMENSIONS_MAX = 16 };
struct dwarf_dimension {
  uint64_t lower, length; /* 0: not known */
};
size_t dwarf_array_dimensions(struct dwarf_file *file, Dwarf_Die array,
                              struct dwarf_dimension ret[DWARF_DIMENSIONS_MAX]);

/* What a pointer points at, through typedefs and qualifiers of the pointer; false when it is none, and for void. */
bool dwarf_type_target(struct dwarf_place type, struct dwarf_place *ret);

/* Is it a pointer to void? */
bool dwarf_type_is_void_pointer(struct dwarf_place type);

/* Is it a pointer or a reference, to anything? */
bool dwarf_type_is_pointer(struct dwarf_place type);

/* Is it a structure, union or class, maybe by another name? */
bool dwarf_type_is_structure(struct dwarf_place type);

/* As in the source: "struct node", "node_t", "char *[4]"; in C++ (`tagless`) "Node". Malloc'ed; NULL when it has no name,
 * and without memory. */
char *dwarf_type_name(struct dwarf_place type, bool tagless);

/* Are types of this unit called without "struct" in front? */
bool dwarf_unit_is_tagless(const struct dwarf_file *file, Dwarf_Die unit_die);

#endif
