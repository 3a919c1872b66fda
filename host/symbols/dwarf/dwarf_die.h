/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a DIE says: its attributes, also those of what it is an instance or definition of, and the addresses it
 * covers. */
#ifndef SEEP_HOST_SYMBOLS_DWARF_DWARF_DIE_H
#define SEEP_HOST_SYMBOLS_DWARF_DWARF_DIE_H

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

/* Is it a block inside a function? May functions, blocks and variables stand in it? */
bool dwarf_tag_is_block(int tag);
bool dwarf_tag_is_scope(int tag);

/* --- attributes of the DIE itself; NULL or false when it has none of that kind --- */

const char *dwarf_die_string(Dwarf_Die *die, unsigned attribute); /* as long as the file is open */
bool dwarf_die_number(Dwarf_Die *die, unsigned attribute, uint64_t *ret);
bool dwarf_die_flag(Dwarf_Die *die, unsigned attribute); /* is it there and set? */
bool dwarf_die_reference(Dwarf_Die *die, unsigned attribute, Dwarf_Die *ret);

/* --- those that a DIE shares with what it is an instance or the definition of --- */

struct dwarf_names {
  const char *name, *linkage_name; /* NULL: unknown; as long as the file is open */
};
/* Its names, or those of what it is an instance or definition of. */
struct dwarf_names dwarf_die_names(Dwarf_Die *die);

/* Where it is declared. */
struct dwarf_declaration {
  uint64_t line;    /* 0: not known */
  uint64_t file;    /* number in the line table of the unit `holder` */
  Dwarf_CU *holder; /* of the DIE that tells the file; NULL: none does */
};
struct dwarf_declaration dwarf_die_declaration(Dwarf_Die *die);

/* The DIE of its type; false: it has none. */
bool dwarf_die_type(Dwarf_Die *die, Dwarf_Die *ret);

/* The DIE that declares it: of a member function, the one in its class. */
Dwarf_Die dwarf_die_declaring(Dwarf_Die *die);

/* --- addresses --- */

/* Call `each` for every range of the DIE that is not empty. */
enum dwarf_ranges {
  DWARF_RANGES_NONE, /* the DIE says nothing of addresses */
  DWARF_RANGES_TOLD,
  DWARF_RANGES_DAMAGED,
};
enum dwarf_ranges dwarf_die_ranges(Dwarf_Die *die, void (*each)(void *context, uint64_t start, uint64_t end),
                                   void *context);

#endif
