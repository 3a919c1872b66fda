/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Types that have units of their own, which are named by signatures of 8 bytes. */
#ifndef SEEP_SYMBOLS_DWARF_DWARF_SIGNATURES_H
#define SEEP_SYMBOLS_DWARF_DWARF_SIGNATURES_H

#include <stdbool.h>
#include <stdint.h>

#include "symbols/elf/elf_file.h"

struct dwarf_signatures;

/* Those of .debug_info (DWARF 5) and of .debug_types (DWARF 4; NULL: there is none). The sections are read when a signature is
 * first looked up, and stay the caller's. NULL without memory. */
struct dwarf_signatures *dwarf_signatures_create(const struct elf_section *info, const struct elf_section *types);
void dwarf_signatures_destroy(struct dwarf_signatures *signatures);

/* Where the type of a signature is: an offset in .debug_types, or in .debug_info. False when no unit has it. */
bool dwarf_signatures_find(struct dwarf_signatures *signatures, uint64_t signature, bool *ret_in_types,
                           uint64_t *ret_offset);

#endif
