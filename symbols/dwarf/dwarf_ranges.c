/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Low and high pc, .debug_ranges (DWARF 2 to 4) and .debug_rnglists (DWARF 5).
 *
 * The lists are read here, as they are short to read and libdwarf of 2021 takes DW_FORM_rnglistx for a fixed-size
 * number. */
#include "symbols/dwarf/dwarf_ranges.h"

#include "symbols/elf/bytes.h"

enum { LIST_ENTRIES_MAX = 1 << 18, ADDRESS_BYTES = 8 };

struct list {
  struct bytes bytes;
  const struct elf_section *addresses;
  uint64_t addresses_base;
  uint64_t base;
  void (*each)(void *context, uint64_t start, uint64_t end);
  void *context;
};

struct dwarf_bases dwarf_bases_of(const struct dwarf_file *file, Dwarf_Die unit_die)
{
  struct dwarf_bases bases = {0};
  Dwarf_Addr low_pc;
  Dwarf_Error error = NULL;
  Dwarf_Half form;
  if (dwarf_lowpc(unit_die, &low_pc, &error) == DW_DLV_OK)
    bases.low_pc = low_pc;
  else
    dwarf_file_drop_error(file, error);
  dwarf_get_version_of_die(unit_die, &bases.version, &bases.offset_bytes);
  dwarf_file_section_offset(file, unit_die, DW_AT_rnglists_base, &form, &bases.lists);
  dwarf_file_section_offset(file, unit_die, DW_AT_loclists_base, &form, &bases.locations);
  if (!dwarf_file_section_offset(file, unit_die, DW_AT_addr_base, &form, &bases.addresses))
    dwarf_file_section_offset(file, unit_die, DW_AT_GNU_addr_base, &form, &bases.addresses);
  return bases;
}

static void give(struct list *list, uint64_t start, uint64_t end)
{
  if (start < end && !list->bytes.overrun)
    list->each(list->context, start, end);
}

/* An address out of .debug_addr by its index. */
static bool address_at(const struct elf_section *addresses, uint64_t base, uint64_t index, uint64_t *ret)
{
  uint64_t offset;
  if (!addresses || __builtin_mul_overflow(index, ADDRESS_BYTES, &offset) ||
      __builtin_add_overflow(offset, base, &offset))
    return false;
  struct bytes entry = bytes_at(addresses->data, addresses->bytes, offset);
  uint64_t address = bytes_number(&entry, ADDRESS_BYTES);
  if (!entry.overrun)
    *ret = address;
  return !entry.overrun;
}

bool dwarf_indexed_address(const struct dwarf_file *file, const struct dwarf_bases *bases, uint64_t index,
                           uint64_t *ret)
{
  return address_at(dwarf_file_section(file, ".debug_addr"), bases->addresses, index, ret);
}

static uint64_t indexed_address(struct list *list)
{
  uint64_t address = 0;
  if (!address_at(list->addresses, list->addresses_base, bytes_leb128(&list->bytes), &address))
    list->bytes.overrun = true;
  return address;
}

/* One entry of .debug_rnglists; false at the end. */
static bool read_range_entry(struct list *list)
{
  struct bytes *bytes = &list->bytes;
  uint64_t start, end;
  switch (bytes_number(bytes, 1)) {
  case DW_RLE_base_addressx:
    list->base = indexed_address(list);
    return true;
  case DW_RLE_base_address:
    list->base = bytes_number(bytes, ADDRESS_BYTES);
    return true;
  case DW_RLE_startx_endx:
    start = indexed_address(list);
    end = indexed_address(list);
    break;
  case DW_RLE_startx_length:
    start = indexed_address(list);
    end = start + bytes_leb128(bytes);
    break;
  case DW_RLE_offset_pair:
    start = list->base + bytes_leb128(bytes);
    end = list->base + bytes_leb128(bytes);
    break;
  case DW_RLE_start_end:
    start = bytes_number(bytes, ADDRESS_BYTES);
    end = bytes_number(bytes, ADDRESS_BYTES);
    break;
  case DW_RLE_start_length:
    start = bytes_number(bytes, ADDRESS_BYTES);
    end = start + bytes_leb128(bytes);
    break;
  default:
    return false;
  }
  give(list, start, end);
  return true;
}

/* One pair of .debug_ranges; false at the end. */
static bool read_range_pair(struct list *list)
{
  uint64_t first = bytes_number(&list->bytes, ADDRESS_BYTES), second = bytes_number(&list->bytes, ADDRESS_BYTES);
  if (first == UINT64_MAX)
    list->base = second;
  else if (first == 0 && second == 0)
    return false;
  else
    give(list, list->base + first, list->base + second);
  return true;
}

uint64_t dwarf_list_offset(const struct elf_section *lists, uint64_t base, Dwarf_Half offset_bytes, uint64_t index)
{
  uint64_t offset;
  if (__builtin_mul_overflow(index, offset_bytes, &offset) || __builtin_add_overflow(offset, base, &offset))
    return UINT64_MAX;
  struct bytes entry = bytes_at(lists->data, lists->bytes, offset);
  uint64_t relative = bytes_number(&entry, offset_bytes);
  return entry.overrun ? UINT64_MAX : base + relative;
}

static void each_range_of_list(const struct dwarf_file *file, const struct dwarf_bases *bases, Dwarf_Half form,
                         uint64_t value, struct list *list)
{
  bool is_5 = bases->version >= 5;
  const struct elf_section *lists = dwarf_file_section(file, is_5 ? ".debug_rnglists" : ".debug_ranges");
  if (!lists)
    return;
  uint64_t offset = form == DW_FORM_rnglistx ? dwarf_list_offset(lists, bases->lists, bases->offset_bytes, value)
                                              : value;
  list->bytes = bytes_at(lists->data, lists->bytes, offset);
  list->base = bases->low_pc;
  list->addresses = dwarf_file_section(file, ".debug_addr");
  list->addresses_base = bases->addresses;
  for (size_t i = 0; i < LIST_ENTRIES_MAX && !list->bytes.overrun; i++)
    if (!(is_5 ? read_range_entry(list) : read_range_pair(list)))
      return;
}

/* Low and high pc; the high one is an address or a distance. */
static bool read_low_high(const struct dwarf_file *file, Dwarf_Die die, uint64_t *ret_start, uint64_t *ret_end)
{
  Dwarf_Addr low, high;
  Dwarf_Half form;
  enum Dwarf_Form_Class class;
  Dwarf_Error error = NULL;
  if (dwarf_lowpc(die, &low, &error) != DW_DLV_OK || dwarf_highpc_b(die, &high, &form, &class, &error) != DW_DLV_OK) {
    dwarf_file_drop_error(file, error);
    return false;
  }
  *ret_start = low;
  *ret_end = class == DW_FORM_CLASS_CONSTANT ? low + high : high;
  return true;
}

bool dwarf_ranges_each(const struct dwarf_file *file, const struct dwarf_bases *bases, Dwarf_Die die,
                       void (*each)(void *context, uint64_t start, uint64_t end), void *context)
{
  Dwarf_Half form;
  uint64_t value, start, end;
  struct list list = {.each = each, .context = context};
  if (dwarf_file_section_offset(file, die, DW_AT_ranges, &form, &value)) {
    each_range_of_list(file, bases, form, value, &list);
    return true;
  }
  if (!read_low_high(file, die, &start, &end))
    return false;
  give(&list, start, end);
  return true;
}
