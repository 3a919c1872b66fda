/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Types: their size and what a person calls them. */
#ifndef SEEP_HOST_SYMBOLS_DWARF_DWARF_TYPES_H
#define SEEP_HOST_SYMBOLS_DWARF_DWARF_TYPES_H

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of a value; 0 when the file does not tell. */
uint64_t dwarf_type_bytes(Dwarf_Die type);

/* The type behind its names and qualifiers; false when there is none. */
bool dwarf_type_plain(Dwarf_Die type, Dwarf_Die *ret);

/* The dimensions of an array type, outermost first. Returns how many there are; 0: not known, or more than fit. */
enum { DWARF_DIMENSIONS_MAX = 16 };
struct dwarf_dimension {
  uint64_t lower, length; /* 0: not known */
};
size_t dwarf_array_dimensions(Dwarf_Die *array, struct dwarf_dimension ret[DWARF_DIMENSIONS_MAX]);

/* What a pointer points at, through typedefs and qualifiers of the pointer; false when it is none, and for void. */
bool dwarf_type_target(Dwarf_Die type, Dwarf_Die *ret);

/* Is it a pointer to void? */
bool dwarf_type_is_void_pointer(Dwarf_Die type);

/* Is it a pointer or a reference, to anything? */
bool dwarf_type_is_pointer(Dwarf_Die type);

/* Is it a structure, union or class, maybe by another name? */
bool dwarf_type_is_structure(Dwarf_Die type);

/* As in the source: "struct node", "node_t", "char *[4]"; in C++ (`tagless`) "Node". Malloc'ed; NULL without a name or
 * memory. */
char *dwarf_type_name(Dwarf_Die type, bool tagless);

/* Are types of this unit called without "struct" in front? */
bool dwarf_unit_is_tagless(Dwarf_Die *unit_die);

#endif
