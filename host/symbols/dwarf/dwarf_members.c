/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/symbols/dwarf/dwarf_members.h"

#include "host/symbols/dwarf/dwarf_die.h"
#include "host/symbols/dwarf/dwarf_types.h"

enum { BYTE_BITS = 8 };

/* A bit field has the bytes that it has bits in. Old formats count its bits from the top of what it is stored in. */
static bool bit_extent(Dwarf_Die *member, uint64_t start, uint64_t bytes, struct dwarf_part *ret)
{
  uint64_t bits, first;
  if (!dwarf_die_number(member, DW_AT_bit_size, &bits) || bits == 0)
    return false;
  if (!dwarf_die_number(member, DW_AT_data_bit_offset, &first)) {
    uint64_t from_top;
    dwarf_die_number(member, DW_AT_byte_size, &bytes);
    if (!dwarf_die_number(member, DW_AT_bit_offset, &from_top) || from_top + bits > bytes * BYTE_BITS)
      return false;
    first = (start + bytes) * BYTE_BITS - from_top - bits;
  }
  ret->start = first / BYTE_BITS;
  ret->end = (first + bits - 1) / BYTE_BITS + 1;
  return true;
}

/* Old formats have an expression that adds to the address of the whole. */
static uint64_t member_start(Dwarf_Die *member)
{
  Dwarf_Attribute attribute;
  Dwarf_Block expression;
  Dwarf_Op *ops;
  size_t count;
  uint64_t start = 0;
  if (!dwarf_attr(member, DW_AT_data_member_location, &attribute) || dwarf_formblock(&attribute, &expression) != 0) {
    dwarf_die_number(member, DW_AT_data_member_location, &start);
    return start;
  }
  bool is_sum = dwarf_getlocation(&attribute, &ops, &count) == 0 && count == 1 && ops[0].atom == DW_OP_plus_uconst;
  return is_sum ? ops[0].number : UINT64_MAX;
}

/* Static members are variables, or have a declaration only. */
bool dwarf_member_part(Dwarf_Die *die, struct dwarf_part *ret)
{
  uint64_t start, bytes;
  if (dwarf_die_flag(die, DW_AT_external) || dwarf_die_flag(die, DW_AT_declaration) ||
      !dwarf_die_reference(die, DW_AT_type, &ret->type))
    return false;
  start = member_start(die);
  bytes = dwarf_type_bytes(ret->type);
  ret->die = *die;
  ret->start = start;
  ret->end = start + bytes;
  if (ret->end < start)
    return false;
  ret->is_bits = bit_extent(die, start, bytes, ret);
  return true;
}
