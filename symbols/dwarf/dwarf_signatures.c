/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One pass over the headers of all units; what they hold otherwise is not looked at. Of several units with one signature, which
 * mean the same type, any will do. */
#include "symbols/dwarf/dwarf_signatures.h"

#include <dwarf.h>
#include <stdlib.h>

#include "base/grow.h"
#include "symbols/elf/bytes.h"

enum { SIGNATURES_MAX = 1 << 20 };

struct entry {
  uint64_t signature, offset;
  bool in_types;
};

struct dwarf_signatures {
  const struct elf_section *info, *types;
  bool is_read;
  struct entry *entries; /* by signature */
  size_t count, capacity;
};

struct dwarf_signatures *dwarf_signatures_create(const struct elf_section *info, const struct elf_section *types)
{
  struct dwarf_signatures *signatures = calloc(1, sizeof *signatures);
  if (signatures) {
    signatures->info = info;
    signatures->types = types;
  }
  return signatures;
}

void dwarf_signatures_destroy(struct dwarf_signatures *signatures)
{
  if (!signatures)
    return;
  free(signatures->entries);
  free(signatures);
}

/* Read on to the signature in the header of a unit; false when it has none. */
static bool skip_to_signature(struct bytes *unit, unsigned offset_bytes, bool in_types)
{
  uint64_t version = bytes_number(unit, 2);
  if (in_types && version != 4)
    return false;
  if (!in_types && (version != 5 || bytes_number(unit, 1) != DW_UT_type))
    return false;
  bytes_block(unit, offset_bytes + 1); /* of the abbreviations, and the size of addresses, in either order */
  return !unit->overrun;
}

/* Without memory a signature counts as unknown. */
static void add_unit(struct dwarf_signatures *signatures, struct bytes unit, uint64_t start, uint64_t end,
                     unsigned offset_bytes, bool in_types)
{
  if (!skip_to_signature(&unit, offset_bytes, in_types))
    return;
  uint64_t signature = bytes_number(&unit, 8), type_offset = bytes_number(&unit, offset_bytes);
  if (unit.overrun || type_offset >= end - start || signatures->count >= SIGNATURES_MAX ||
      !grow((void **)&signatures->entries, signatures->count, &signatures->capacity, sizeof *signatures->entries))
    return;
  signatures->entries[signatures->count++] = (struct entry){signature, start + type_offset, in_types};
}

static void add_units(struct dwarf_signatures *signatures, const struct elf_section *section, bool in_types)
{
  struct bytes bytes = bytes_of(section->data, section->bytes);
  while (bytes.next < bytes.end && !bytes.overrun) {
    const unsigned char *start = bytes.next;
    unsigned offset_bytes;
    uint64_t length = bytes_length(&bytes, &offset_bytes);
    struct bytes unit = bytes_part(&bytes, length);
    const unsigned char *data = section->data;
    if (!bytes.overrun)
      add_unit(signatures, unit, (uint64_t)(start - data), (uint64_t)(bytes.next - data), offset_bytes, in_types);
  }
}

static int compare(const void *left_item, const void *right_item)
{
  const struct entry *left = left_item, *right = right_item;
  return (left->signature > right->signature) - (left->signature < right->signature);
}

static void read_all(struct dwarf_signatures *signatures)
{
  signatures->is_read = true;
  add_units(signatures, signatures->info, false);
  if (signatures->types)
    add_units(signatures, signatures->types, true);
  if (signatures->count)
    qsort(signatures->entries, signatures->count, sizeof *signatures->entries, compare);
}

bool dwarf_signatures_find(struct dwarf_signatures *signatures, uint64_t signature, bool *ret_in_types,
                           uint64_t *ret_offset)
{
  if (!signatures->is_read)
    read_all(signatures);
  const struct entry key = {.signature = signature};
  const struct entry *found = signatures->count ? bsearch(&key, signatures->entries, signatures->count,
                                                          sizeof *signatures->entries, compare) : NULL;
  if (!found)
    return false;
  *ret_in_types = found->in_types;
  *ret_offset = found->offset;
  return true;
}
