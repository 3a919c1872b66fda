/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The variables of a file that have an address of their own. */
#ifndef SEEP_HOST_SYMBOLS_DWARF_DWARF_VARIABLES_H
#define SEEP_HOST_SYMBOLS_DWARF_DWARF_VARIABLES_H

#include "host/symbols/dwarf/dwarf_index.h"
#include "host/symbols/dwarf/dwarf_locations.h"

/* A variable that is always in one place. */
struct dwarf_variable {
  struct dwarf_location location;
  Dwarf_Off die_offset;
  Dwarf_Off function_offset; /* of the function it is local to; 0: none */
  size_t unit;               /* its number in the index */
};

struct dwarf_variables;

/* Find all of them; of a file with extraordinarily many DIEs those that come first. */
struct dwarf_variables *dwarf_variables_create(const struct dwarf_index *index);
void dwarf_variables_destroy(struct dwarf_variables *variables);

/* The variable that begins last at or below an address; NULL when there is none. */
const struct dwarf_variable *dwarf_variables_find(const struct dwarf_variables *variables, enum dwarf_where where,
                                                  uint64_t address);

#endif
