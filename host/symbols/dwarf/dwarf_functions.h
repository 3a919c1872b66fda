/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The functions of one compilation unit, and what was inlined into them. */
#ifndef SEEP_HOST_SYMBOLS_DWARF_DWARF_FUNCTIONS_H
#define SEEP_HOST_SYMBOLS_DWARF_DWARF_FUNCTIONS_H

#include "host/symbols/dwarf/dwarf_die.h"
#include "host/symbols/elf/elf_file.h"

struct dwarf_functions;

enum { INLINE_DEPTH_MAX = 256 };

/* One function at an address, inlined or not. */
struct dwarf_call {
  Dwarf_Die die;
  struct dwarf_names names;
  uint64_t call_file, call_line, call_column; /* of an inlined function: where its caller calls it */
  struct dwarf_declaration declaration;
};

struct dwarf_functions *dwarf_functions_create(const struct elf_file *module, const Dwarf_Die *unit);
void dwarf_functions_destroy(struct dwarf_functions *functions);

/* The functions at an address: first the one that the symbol table knows, then those inlined, outermost first. Returns
 * how many there are, 0 when none is known; *ret_cut is set when there were more than fit. */
size_t dwarf_functions_find(struct dwarf_functions *functions, uint64_t address,
                            struct dwarf_call calls[INLINE_DEPTH_MAX], bool *ret_cut);

/* Was there anything, so far, that could not be read? */
bool dwarf_functions_is_damaged(const struct dwarf_functions *functions);

/* Call `each` for the function at an address, then for the blocks and inlined functions that cover it, from the outside
 * to the inside. */
void dwarf_functions_scopes(struct dwarf_functions *functions, uint64_t address,
                            void (*each)(void *context, Dwarf_Die *die), void *context);

#endif
