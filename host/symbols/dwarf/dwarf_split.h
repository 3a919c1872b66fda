/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Split debug information (-gsplit-dwarf): the program has a skeleton of each unit, and a file (.dwo) or a package of
 * files (.dwp) has the rest. */
#ifndef SEEP_HOST_SYMBOLS_DWARF_DWARF_SPLIT_H
#define SEEP_HOST_SYMBOLS_DWARF_DWARF_SPLIT_H

#include <elfutils/libdw.h>

#include "host/symbols/elf/debug_files.h"

struct dwarf_splits; /* what is known of the files of one module */
struct dwarf_split;  /* one unit */

/* `holder` has the skeletons, the module itself or its debug file; both stay open. What cannot be read is a warning, of
 * which there is one for all missing files. */
struct dwarf_splits *dwarf_splits_create(struct elf_file *module, struct elf_file *holder,
                                         const struct debug_search *search);
void dwarf_splits_destroy(struct dwarf_splits *splits);

/* The rest of a skeleton unit; NULL when it is not found. `ret` is its DIE. */
struct dwarf_split *dwarf_split_open(struct dwarf_splits *splits, Dwarf_Die *skeleton, Dwarf_Die *ret);
void dwarf_split_close(struct dwarf_split *split);

/* As long as the split unit is open. */
Dwarf *dwarf_split_handle(const struct dwarf_split *split);

#endif
