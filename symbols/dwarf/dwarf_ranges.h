/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The addresses that a DIE covers. */
#ifndef SEEP_SYMBOLS_DWARF_DWARF_RANGES_H
#define SEEP_SYMBOLS_DWARF_DWARF_RANGES_H

#include "symbols/dwarf/dwarf_file.h"

/* What the lists of a unit's DIEs are relative to. */
struct dwarf_bases {
  uint64_t low_pc;
  uint64_t lists;     /* DW_AT_rnglists_base */
  uint64_t locations; /* DW_AT_loclists_base */
  uint64_t addresses; /* DW_AT_addr_base */
  Dwarf_Half version, offset_bytes;
};

struct dwarf_bases dwarf_bases_of(const struct dwarf_file *file, Dwarf_Die unit_die);

/* The address of that number in .debug_addr; false when there is none. */
bool dwarf_indexed_address(const struct dwarf_file *file, const struct dwarf_bases *bases, uint64_t index,
                           uint64_t *ret);

/* Where list number `index` lies in a section of lists, whose table of offsets is at `base`; UINT64_MAX: nowhere. */
uint64_t dwarf_list_offset(const struct elf_section *lists, uint64_t base, Dwarf_Half offset_bytes, uint64_t index);

/* Call `each` for every range of the DIE that is not empty. False when the DIE says nothing of addresses. */
bool dwarf_ranges_each(const struct dwarf_file *file, const struct dwarf_bases *bases, Dwarf_Die die,
                       void (*each)(void *context, uint64_t start, uint64_t end), void *context);

#endif
