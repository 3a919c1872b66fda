/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The DWARF of one ELF file, opened with elfutils' libdw. */
#ifndef SEEP_HOST_SYMBOLS_DWARF_DWARF_FILE_H
#define SEEP_HOST_SYMBOLS_DWARF_DWARF_FILE_H

#include <dwarf.h>
#include <elfutils/libdw.h>

#include "host/symbols/elf/elf_file.h"

struct dwarf_file;

/* Open the DWARF of `elf`; both ELF files stay the caller's and must stay open. `supplement` may be NULL. *ret is NULL
 * when the file has no DWARF. */
struct error *dwarf_file_open(struct elf_file *elf, struct elf_file *supplement, struct dwarf_file **ret);
void dwarf_file_close(struct dwarf_file *file);

/* As long as the file is open. */
Dwarf *dwarf_file_handle(const struct dwarf_file *file);
const char *dwarf_file_path(const struct dwarf_file *file);

/* The DIE at an offset of .debug_info; false when there is none. */
bool dwarf_file_die_at(const struct dwarf_file *file, Dwarf_Off offset, Dwarf_Die *ret);

/* The contents of .debug_line, .debug_line_str or .debug_str; NULL when the file has no such section. */
const struct elf_section *dwarf_file_section(const struct dwarf_file *file, const char *name);

/* A string of a string section of this file, or of the supplement's .debug_str; NULL when there is none at the
 * offset. */
const char *dwarf_file_text(const struct dwarf_file *file, const char *section, uint64_t offset);
const char *dwarf_file_supplement_text(const struct dwarf_file *file, uint64_t offset);

#endif
