/* SPDX-License-Identifier: GPL-2.0-or-later */
/* libdwarf passes over a DIE's children by DW_AT_sibling, and a child that names itself there holds it for ever. So
 * it is shown abbreviations in which that attribute has another name; then it passes over every child, one behind
 * the other, and the jumps are made by dwarf_file_sibling(), forward only.
 *
 * Abbreviations are found from the units, since libdwarf finds them from there: what lies in .debug_abbrev otherwise
 * does not matter. Each is visited once, however many units share it. */
#include "symbols/dwarf/dwarf_abbreviations.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "symbols/elf/bytes.h"

struct hiding {
  unsigned char *data; /* the copy */
  size_t bytes;
  unsigned char *visited; /* a bit for each byte: an abbreviation that begins there has been seen to */
};

/* Whether this is the first visit. */
static bool visit(struct hiding *hiding, size_t offset)
{
  unsigned char bit = (unsigned char)(1 << offset % 8);
  bool first = !(hiding->visited[offset / 8] & bit);
  hiding->visited[offset / 8] |= bit;
  return first;
}

/* The attributes of one abbreviation. */
static void hide_in_attributes(struct hiding *hiding, struct bytes *bytes)
{
  while (!bytes->overrun) {
    unsigned char *name = hiding->data + (bytes->next - hiding->data);
    uint64_t attribute = bytes_leb128(bytes), form = bytes_leb128(bytes);
    if (form == DW_FORM_implicit_const)
      bytes_signed_leb128(bytes);
    if (attribute == 0 && form == 0)
      return;
    if (attribute == DW_AT_sibling && !bytes->overrun)
      *name = (unsigned char)((*name & 0x80) | DW_AT_hidden_sibling); /* may be written with more bytes than it needs */
  }
}

/* The abbreviations of a unit, up to a code of 0. */
static void hide_in_table(struct hiding *hiding, uint64_t offset)
{
  struct bytes bytes = bytes_at(hiding->data, hiding->bytes, offset);
  while (bytes.next < bytes.end && !bytes.overrun && visit(hiding, (size_t)(bytes.next - hiding->data))) {
    if (bytes_leb128(&bytes) == 0)
      return;
    bytes_leb128(&bytes);     /* tag */
    bytes_number(&bytes, 1); /* whether there are children */
    hide_in_attributes(hiding, &bytes);
  }
}

/* Where a unit says that its abbreviations are. */
static uint64_t table_offset(struct bytes unit, unsigned offset_bytes)
{
  if (bytes_number(&unit, 2) >= 5)
    bytes_number(&unit, 2); /* kind of unit, size of addresses */
  uint64_t offset = bytes_number(&unit, offset_bytes);
  return unit.overrun ? UINT64_MAX : offset;
}

static void hide_in_units(struct hiding *hiding, const struct elf_section *units)
{
  struct bytes bytes = bytes_of(units->data, units->bytes);
  while (bytes.next < bytes.end && !bytes.overrun) {
    unsigned offset_bytes;
    uint64_t length = bytes_length(&bytes, &offset_bytes);
    hide_in_table(hiding, table_offset(bytes_part(&bytes, length), offset_bytes));
  }
}

struct error *dwarf_abbreviations_hide_siblings(const struct elf_section *info, const struct elf_section *types,
                                                const struct elf_section *abbreviations, unsigned char **ret)
{
  struct hiding hiding = {
    .data = malloc(abbreviations->bytes),
    .bytes = abbreviations->bytes,
    .visited = calloc(abbreviations->bytes / 8 + 1, 1),
  };
  if (!hiding.data || !hiding.visited) {
    free(hiding.data);
    free(hiding.visited);
    return error_no_memory();
  }
  memcpy(hiding.data, abbreviations->data, abbreviations->bytes);
  hide_in_units(&hiding, info);
  if (types)
    hide_in_units(&hiding, types);
  free(hiding.visited);
  *ret = hiding.data;
  return NULL;
}
