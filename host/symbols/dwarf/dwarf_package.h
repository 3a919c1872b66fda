/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parts of split debug information that belong to one unit, out of a file (.dwo) or a package of files (.dwp). */
#ifndef SEEP_HOST_SYMBOLS_DWARF_DWARF_PACKAGE_H
#define SEEP_HOST_SYMBOLS_DWARF_DWARF_PACKAGE_H

#include "host/symbols/elf/bytes.h"
#include "host/symbols/elf/elf_file.h"

enum split_part {
  SPLIT_INFO, /* the unit itself */
  SPLIT_ABBREV,
  SPLIT_LINE,
  SPLIT_LOC,
  SPLIT_LOCLISTS,
  SPLIT_RNGLISTS,
  SPLIT_STR_OFFSETS,
  SPLIT_STR,
  SPLIT_PARTS,
};

struct split_parts {
  struct elf_section sections[SPLIT_PARTS]; /* without data: there is none */
  struct byte_builder types;                /* units of types that belong to it */
};

void split_parts_deinit(struct split_parts *parts);

/* The parts of the unit with that id. *ret_found is false when the file has no such unit. They point into the file;
 * `split_parts_deinit` also after an error. */
struct error *dwarf_object_parts(struct elf_file *object, uint64_t id, struct split_parts *ret, bool *ret_found);
struct error *dwarf_package_parts(struct elf_file *package, uint64_t id, struct split_parts *ret, bool *ret_found);

#endif
