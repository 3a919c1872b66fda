/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Into how many places of a file each function was inlined. */
#ifndef SEEP_HOST_SYMBOLS_DWARF_DWARF_INSTANCES_H
#define SEEP_HOST_SYMBOLS_DWARF_DWARF_INSTANCES_H

#include "host/symbols/dwarf/dwarf_index.h"

struct dwarf_instances;

/* Find all of them; of a file with extraordinarily many DIEs those that come first. */
struct dwarf_instances *dwarf_instances_create(const struct dwarf_index *index);
void dwarf_instances_destroy(struct dwarf_instances *instances);

/* Call `each` for every instance of the function that a DIE stands for, inlined or not: with the address where its code
 * begins, and 0 for one that is inlined. Functions are the same when they have the same name and line of declaration,
 * in whatever units. */
void dwarf_instances_each(const struct dwarf_instances *instances, Dwarf_Die *function,
                          void (*each)(void *context, uint64_t entry), void *context);

#endif
