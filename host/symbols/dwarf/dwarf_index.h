/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From an address to its compilation unit, and what has been read of that unit so far. */
#ifndef SEEP_HOST_SYMBOLS_DWARF_DWARF_INDEX_H
#define SEEP_HOST_SYMBOLS_DWARF_DWARF_INDEX_H

#include "host/symbols/dwarf/dwarf_die.h"
#include "host/symbols/dwarf/dwarf_lines.h"
#include "host/symbols/dwarf/dwarf_split.h"

struct dwarf_functions;

struct dwarf_unit {
  Dwarf_Off die_offset;              /* in the file itself */
  uint64_t lines_offset; /* of its line table, if it has one */
  bool has_ranges, has_lines;
  struct dwarf_lines *lines;         /* NULL until read */
  struct dwarf_functions *functions; /* NULL until read */
  bool lines_failed, functions_failed;
  bool is_skeleton, split_tried;
  struct dwarf_split *split;         /* the rest of a skeleton; NULL: there is none, or it is not needed yet */
  Dwarf_CU *split_cu;
};

struct dwarf_index;

/* List the units of a file; addresses outside the code of `module` are left out. Where the file is damaged the list
 * ends, and *ret_problem says so (NULL: it is not). `splits`, which stays the caller's, finds the rest of skeletons. */
struct dwarf_index *dwarf_index_create(struct dwarf_file *file, const struct elf_file *module,
                                       struct dwarf_splits *splits, struct error **ret_problem);
void dwarf_index_destroy(struct dwarf_index *index);

/* The DIE of a unit with all that is in it: that of a skeleton when the rest is not found. False when it is damaged. */
bool dwarf_index_unit_die(const struct dwarf_index *index, struct dwarf_unit *unit, Dwarf_Die *ret);

/* The DIE at an offset in unit `number`, as a walk has told them. */
bool dwarf_index_die_at(const struct dwarf_index *index, size_t number, Dwarf_Off offset, Dwarf_Die *ret);

/* The unit whose line table is that of `cu`: itself or, of a part that dwz has taken out, one of those it came from.
 * NULL when none is listed, as units of types and of the supplement are not. */
struct dwarf_unit *dwarf_index_unit_with_lines(const struct dwarf_index *index, Dwarf_CU *cu);

/* A DIE that is met on a walk. */
struct dwarf_visit {
  Dwarf_Die *die;
  int tag;
  size_t unit;               /* its number */
  Dwarf_Off function_offset; /* of the function, inlined or not, that it is in; 0: none */
};

/* Call `each` for every DIE at the top of units and in namespaces, functions and blocks, but not inside types. Of a
 * file with extraordinarily many DIEs only the first ones are visited. */
void dwarf_index_walk(const struct dwarf_index *index, void (*each)(void *context, const struct dwarf_visit *visit),
                      void *context);

/* The unit that covers an address; NULL when there is none. */
struct dwarf_unit *dwarf_index_find(const struct dwarf_index *index, uint64_t address);

#endif
