/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the members and base classes of a structure cover. */
#ifndef SEEP_HOST_SYMBOLS_DWARF_DWARF_MEMBERS_H
#define SEEP_HOST_SYMBOLS_DWARF_DWARF_MEMBERS_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

struct dwarf_part {
  Dwarf_Die die, type;
  uint64_t start, end; /* bytes of the structure; of a bit field those that it has bits in */
  bool is_bits;
};

/* Of a DW_TAG_member or DW_TAG_inheritance. False for static members, and where it is not known what they cover. */
bool dwarf_member_part(Dwarf_Die *die, struct dwarf_part *ret);

#endif
