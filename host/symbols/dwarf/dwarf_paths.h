/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From a byte of a variable to the field and element that it belongs to. */
#ifndef SEEP_HOST_SYMBOLS_DWARF_DWARF_PATHS_H
#define SEEP_HOST_SYMBOLS_DWARF_DWARF_PATHS_H

#include <elfutils/libdw.h>
#include <stdint.h>

enum { DWARF_PATH_MAX_BYTES = 512 };

/* Write the path to the byte at `offset` of a value of that type to `ret`: "[3].name", or "" when the type has no
 * parts. Returns how far into the last part the byte is. What cannot be told apart, as the members of a union, is one
 * part. */
uint64_t dwarf_type_path(Dwarf_Die type, uint64_t offset, char ret[DWARF_PATH_MAX_BYTES]);

#endif
