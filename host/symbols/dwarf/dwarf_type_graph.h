/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All that a type is made of and points at, nearest first, as far as there is room. */
#ifndef SEEP_HOST_SYMBOLS_DWARF_DWARF_TYPE_GRAPH_H
#define SEEP_HOST_SYMBOLS_DWARF_DWARF_TYPE_GRAPH_H

#include <elfutils/libdw.h>
#include <stdbool.h>

#include "host/symbols/dwarf/type_items.h"
#include "host/symbols/elf/bytes.h"

enum { DWARF_TYPE_GRAPH_MAX = 1000 }; /* items */

/* Where a type is defined that is only declared; false: not known. */
struct dwarf_definitions {
  bool (*find)(void *context, Dwarf_Die *declaration, Dwarf_Die *ret);
  void *context;
};

/* Append the number of items, and the items, of which the first is the type. `is_tagless`: call them as C++ does. */
void dwarf_type_graph_put(Dwarf_Die type, bool is_tagless, const struct dwarf_definitions *definitions,
                          struct byte_builder *answer);

#endif
