/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The DWARF of one ELF file, opened with libdwarf, and what is read from a DIE's attributes.
 *
 * A DIE got from these functions is freed with dwarf_file_free_die(). Offsets are those of .debug_info; but a place that a
 * reference leads to may have another file, that of the supplement or of DIEs in .debug_types, and then they count there. */
#ifndef SEEP_SYMBOLS_DWARF_DWARF_FILE_H
#define SEEP_SYMBOLS_DWARF_DWARF_FILE_H

#include <dwarf.h>
#include <libdwarf.h>

#include "symbols/elf/bytes.h"
#include "symbols/elf/elf_file.h"

struct dwarf_file;

/* A DIE of a file, of its .debug_types or of its supplement. */
struct dwarf_place {
  struct dwarf_file *file;
  Dwarf_Off offset;
};

/* Where something is declared. */
struct dwarf_declaration {
  uint64_t line;             /* 0: not known */
  uint64_t file;             /* number in the line table of the unit with `holder` */
  struct dwarf_place holder; /* of the DIE that tells the file; its file is NULL: none does */
};

/* Open the DWARF of `elf`; both ELF files stay the caller's and must stay open. `supplement` may be NULL. *ret is NULL
 * when the file has no DWARF. */
struct error *dwarf_file_open(struct elf_file *elf, struct elf_file *supplement, struct dwarf_file **ret);
void dwarf_file_close(struct dwarf_file *file);

Dwarf_Debug dwarf_file_debug(const struct dwarf_file *file);
const char *dwarf_file_path(const struct dwarf_file *file);

/* Make an error of a libdwarf error and free that. */
struct error *dwarf_file_error(const struct dwarf_file *file, const char *what, Dwarf_Error error);

/* Free what libdwarf said; for places where a part that cannot be read is simply left out. */
void dwarf_file_drop_error(const struct dwarf_file *file, Dwarf_Error error);

/* NULL when there is no DIE. The sibling of NULL is the first DIE of the unit whose header was read last. */
Dwarf_Die dwarf_file_die_at(const struct dwarf_file *file, Dwarf_Off offset);
Dwarf_Die dwarf_file_child(const struct dwarf_file *file, Dwarf_Die die);
Dwarf_Die dwarf_file_sibling(const struct dwarf_file *file, Dwarf_Die die);

/* The next sibling, freeing `die`; NULL at the end and where siblings do not go forward. */
Dwarf_Die dwarf_file_step(const struct dwarf_file *file, Dwarf_Die die);
void dwarf_file_free_die(const struct dwarf_file *file, Dwarf_Die die);
Dwarf_Off dwarf_file_offset(const struct dwarf_file *file, Dwarf_Die die);
Dwarf_Half dwarf_file_tag(Dwarf_Die die); /* 0: unreadable */

/* A block inside a function; and what functions, blocks and variables lie in. */
bool dwarf_tag_is_block(Dwarf_Half tag);
bool dwarf_tag_is_scope(Dwarf_Half tag);

/* Attributes; false or NULL when the DIE has none of that kind. Strings live as long as the file is open. */
const char *dwarf_file_string(const struct dwarf_file *file, Dwarf_Die die, Dwarf_Half attribute);
bool dwarf_file_number(const struct dwarf_file *file, Dwarf_Die die, Dwarf_Half attribute, uint64_t *ret);
bool dwarf_file_flag(const struct dwarf_file *file, Dwarf_Die die, Dwarf_Half attribute); /* is it there and set? */
bool dwarf_file_reference(const struct dwarf_file *file, Dwarf_Die die, Dwarf_Half attribute, struct dwarf_place *ret);

/* The number an attribute holds as an offset or index into another section, whatever libdwarf makes of its form. */
bool dwarf_file_section_offset(const struct dwarf_file *file, Dwarf_Die die, Dwarf_Half attribute, Dwarf_Half *ret_form,
                               uint64_t *ret);

/* The expression an attribute holds; not that of a location list. */
bool dwarf_file_expression(const struct dwarf_file *file, Dwarf_Die die, Dwarf_Half attribute, struct bytes *ret);

/* A string of a string section of this file, or of the supplement's .debug_str; NULL when there is none at the
 * offset. */
const char *dwarf_file_text(const struct dwarf_file *file, const char *section, uint64_t offset);
const char *dwarf_file_supplement_text(const struct dwarf_file *file, uint64_t offset);

/* A section's contents; NULL when the file has none of that name. */
const struct elf_section *dwarf_file_section(const struct dwarf_file *file, const char *name);

#endif
