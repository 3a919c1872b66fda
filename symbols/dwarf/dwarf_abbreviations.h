/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Abbreviations without DW_AT_sibling. */
#ifndef SEEP_SYMBOLS_DWARF_DWARF_ABBREVIATIONS_H
#define SEEP_SYMBOLS_DWARF_DWARF_ABBREVIATIONS_H

#include "symbols/elf/elf_file.h"

/* A number that no version of DWARF gives a meaning. */
enum { DW_AT_hidden_sibling = 0x04 };

/* Copy .debug_abbrev with DW_AT_hidden_sibling for each DW_AT_sibling that a unit of `info`, or of `types` (NULL: there
 * are none), can meet. Damaged parts stay as they are. The copy is malloc'ed and of the same size. */
struct error *dwarf_abbreviations_hide_siblings(const struct elf_section *info, const struct elf_section *types,
                                                const struct elf_section *abbreviations, unsigned char **ret);

#endif
