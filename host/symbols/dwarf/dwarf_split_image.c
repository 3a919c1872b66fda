/* SPDX-License-Identifier: GPL-2.0-or-later */
/* libdw finds the files of split units by itself, but reads packages only since 0.191, and would take sections of any
 * size. So the unit becomes one of a plain file, whose sections are its parts, and the addresses those of the program.
 * Where these begin for the unit, their sections are cut off, as zero is the base that libdw assumes.
 *
 * Only one thing is missing then, the address that ranges are relative to, which only the program's own unit tells. It
 * takes eight bytes in the unit, and nothing may move there, since DIEs refer to each other by offsets. DWARF 5 has the
 * unit's id in the head of a split unit, where a plain unit has none; before that, the id is an attribute of its DIE,
 * which may be moved to the abbreviations (DW_FORM_implicit_const). So the address takes the place of the id, and the
 * table of abbreviations that says so is put after the others. */
#include "host/symbols/dwarf/dwarf_split_image.h"

#include <dwarf.h>
#include <stdlib.h>

#include "host/base/memory.h"
#include "host/symbols/elf/elf_made.h"

enum { ATTRIBUTES_MAX = 256, ABBREVIATIONS_MAX = 1 << 20 };

struct split_image {
  struct byte_builder info, abbreviations, types;
  struct elf_made *elf;
  Dwarf *handle;
};

/* --- the head of a unit and its abbreviations --- */

struct unit {
  const unsigned char *start, *end;
  unsigned offset_bytes, version;
  uint64_t abbreviations_at, id;
  const unsigned char *die; /* after its abbreviation's number */
  uint64_t code;
};

static bool read_unit(const struct elf_section *section, struct unit *ret)
{
  struct bytes bytes = bytes_of(section->data, section->bytes);
  struct bytes unit = bytes_part(&bytes, bytes_length(&bytes, &ret->offset_bytes));
  unsigned address_bytes;
  ret->start = section->data;
  ret->end = unit.end;
  ret->version = (unsigned)bytes_number(&unit, 2);
  if (ret->version >= 5) {
    bytes_number(&unit, 1);
    address_bytes = (unsigned)bytes_number(&unit, 1);
    ret->abbreviations_at = bytes_number(&unit, ret->offset_bytes);
    ret->id = bytes_number(&unit, 8);
  } else {
    ret->abbreviations_at = bytes_number(&unit, ret->offset_bytes);
    address_bytes = (unsigned)bytes_number(&unit, 1);
  }
  ret->code = bytes_leb128(&unit);
  ret->die = unit.next;
  return !unit.overrun && address_bytes == 8 && (ret->version == 4 || ret->version == 5);
}

struct attribute {
  uint64_t name, form;
};

/* The attributes of the abbreviation that comes next, which are passed over; false at the end of the list. */
static bool read_attribute(struct bytes *bytes, struct attribute *ret)
{
  ret->name = bytes_leb128(bytes);
  ret->form = bytes_leb128(bytes);
  if (ret->form == DW_FORM_implicit_const)
    bytes_signed_leb128(bytes);
  return !bytes->overrun && (ret->name || ret->form);
}

/* A table of abbreviations: where it begins and ends, and where the attributes of one code do. */
struct table {
  const unsigned char *start, *attributes, *end;
};

static bool find_table(const struct elf_section *section, const struct unit *unit, struct table *ret)
{
  struct bytes bytes = bytes_at(section->data, section->bytes, unit->abbreviations_at);
  struct attribute attribute;
  *ret = (struct table){.start = bytes.next};
  for (int i = 0; i < ABBREVIATIONS_MAX && !bytes.overrun; i++) {
    uint64_t code = bytes_leb128(&bytes);
    ret->end = bytes.next;
    if (code == 0)
      return ret->attributes && !bytes.overrun;
    bytes_leb128(&bytes); /* tag */
    bytes_number(&bytes, 1);
    if (code == unit->code && !ret->attributes)
      ret->attributes = bytes.next;
    while (read_attribute(&bytes, &attribute))
      continue;
  }
  return false;
}

/* --- DWARF 4: find the id among the attributes --- */

/* Pass over a value of the forms that a unit's DIE has in front of its id. */
static bool pass_value(struct bytes *die, uint64_t form, unsigned offset_bytes)
{
  switch (form) {
  case DW_FORM_flag_present: case DW_FORM_implicit_const: break;
  case DW_FORM_data1: case DW_FORM_flag: bytes_block(die, 1); break;
  case DW_FORM_data2: bytes_block(die, 2); break;
  case DW_FORM_data4: bytes_block(die, 4); break;
  case DW_FORM_data8: case DW_FORM_addr: bytes_block(die, 8); break;
  case DW_FORM_sec_offset: case DW_FORM_strp: bytes_block(die, offset_bytes); break;
  case DW_FORM_udata: case DW_FORM_sdata: case DW_FORM_GNU_str_index: case DW_FORM_GNU_addr_index:
    bytes_leb128(die);
    break;
  case DW_FORM_string: bytes_text(die); break;
  default: return false;
  }
  return !die->overrun;
}

/* Where the id is in the unit, and where its attribute is in the table (*ret_attribute to *ret_next); NULL: nowhere. */
static const unsigned char *find_id(const struct unit *unit, const struct table *table,
                                    const unsigned char **ret_attribute, const unsigned char **ret_next)
{
  struct bytes die = bytes_of(unit->die, (size_t)(unit->end - unit->die));
  struct bytes bytes = bytes_of(table->attributes, (size_t)(table->end - table->attributes));
  struct attribute attribute;
  for (int i = 0; i < ATTRIBUTES_MAX; i++) {
    *ret_attribute = bytes.next;
    if (!read_attribute(&bytes, &attribute))
      return NULL;
    *ret_next = bytes.next;
    if (attribute.name == DW_AT_GNU_dwo_id)
      return attribute.form == DW_FORM_data8 && die.end - die.next >= 8 ? die.next : NULL;
    if (!pass_value(&die, attribute.form, unit->offset_bytes))
      return NULL;
  }
  return NULL;
}

/* --- putting it together --- */

static void put_between(struct byte_builder *builder, const unsigned char *start, const unsigned char *end)
{
  builder_block(builder, start, (size_t)(end - start));
}

static void put_low_pc_attribute(struct byte_builder *builder)
{
  builder_number(builder, DW_AT_low_pc, 1);
  builder_number(builder, DW_FORM_addr, 1);
}

/* A plain unit: its head has no id, and its DIE begins with the address. */
static void put_new_unit(struct split_image *image, const struct unit *unit, const struct table *table,
                         const struct split_skeleton *skeleton)
{
  size_t length_bytes = unit->offset_bytes == 8 ? 12 : 4;
  const unsigned char *code = unit->start + length_bytes + 4 + unit->offset_bytes + 8;
  put_between(&image->info, unit->start, unit->start + length_bytes + 2);
  builder_number(&image->info, DW_UT_compile, 1);
  builder_number(&image->info, 8, 1);
  builder_number(&image->info, image->abbreviations.size, unit->offset_bytes);
  put_between(&image->info, code, unit->die);
  builder_number(&image->info, skeleton->low_pc, 8);
  put_between(&image->info, unit->die, unit->end);
  put_between(&image->abbreviations, table->start, table->attributes);
  put_low_pc_attribute(&image->abbreviations);
  put_between(&image->abbreviations, table->attributes, table->end);
}

/* A split unit still, but its id is in the abbreviations; *ret_is_it tells that it is the wanted one. */
static bool put_old_unit(struct split_image *image, const struct unit *unit, const struct table *table,
                         const struct split_skeleton *skeleton, bool *ret_is_it)
{
  size_t length_bytes = unit->offset_bytes == 8 ? 12 : 4;
  const unsigned char *attribute, *next, *id = find_id(unit, table, &attribute, &next);
  if (!id)
    return false;
  struct bytes bytes = bytes_of(id, 8);
  *ret_is_it = bytes_number(&bytes, 8) == skeleton->id;
  put_between(&image->info, unit->start, unit->start + length_bytes + 2);
  builder_number(&image->info, image->abbreviations.size, unit->offset_bytes);
  put_between(&image->info, unit->start + length_bytes + 2 + unit->offset_bytes, id);
  builder_number(&image->info, skeleton->low_pc, 8);
  put_between(&image->info, id + 8, unit->end);
  put_between(&image->abbreviations, table->start, attribute);
  builder_number(&image->abbreviations, (DW_AT_GNU_dwo_id & 0x7f) | 0x80, 1);
  builder_number(&image->abbreviations, DW_AT_GNU_dwo_id >> 7, 1);
  builder_number(&image->abbreviations, DW_FORM_implicit_const, 1);
  builder_number(&image->abbreviations, 0, 1);
  put_low_pc_attribute(&image->abbreviations);
  put_between(&image->abbreviations, next, table->end);
  return true;
}

static struct error *open_image(const char *path, struct split_image *image, const struct split_parts *parts,
                                const struct split_skeleton *skeleton, bool is_new)
{
  const struct elf_section *part = parts->sections;
  const struct elf_made_section sections[] = {
    {".debug_info", image->info.data, image->info.size},
    {".debug_abbrev", image->abbreviations.data, image->abbreviations.size},
    {".debug_types", image->types.data, is_new ? 0 : image->types.size},
    {".debug_line", part[SPLIT_LINE].data, part[SPLIT_LINE].bytes},
    {".debug_loc", part[SPLIT_LOC].data, part[SPLIT_LOC].bytes},
    {".debug_loclists", part[SPLIT_LOCLISTS].data, part[SPLIT_LOCLISTS].bytes},
    {".debug_rnglists", part[SPLIT_RNGLISTS].data, part[SPLIT_RNGLISTS].bytes},
    {".debug_str_offsets", part[SPLIT_STR_OFFSETS].data, part[SPLIT_STR_OFFSETS].bytes},
    {".debug_str", part[SPLIT_STR].data, part[SPLIT_STR].bytes},
    {".debug_addr", skeleton->addresses.data, skeleton->addresses.bytes},
    {".debug_ranges", skeleton->ranges.data, skeleton->ranges.bytes},
  };
  image->elf = elf_made_create(sections, sizeof sections / sizeof *sections);
  image->handle = dwarf_begin_elf(elf_made_handle(image->elf), DWARF_C_READ, NULL);
  return image->handle ? NULL : error_format("%s: cannot read DWARF: %s", path, dwarf_errmsg(-1));
}

/* *ret_is_it is false for a unit with another id. */
static struct error *fill_image(const char *path, struct split_image *image, const struct split_parts *parts,
                                const struct split_skeleton *skeleton, bool *ret_is_it)
{
  const struct elf_section *abbreviations = &parts->sections[SPLIT_ABBREV];
  struct unit unit;
  struct table table;
  if (!read_unit(&parts->sections[SPLIT_INFO], &unit) || !find_table(abbreviations, &unit, &table))
    return error_format("%s: its unit in .debug_info.dwo is damaged, or of an unknown version", path);
  builder_block(&image->abbreviations, abbreviations->data, abbreviations->bytes);
  *ret_is_it = unit.id == skeleton->id;
  if (unit.version >= 5)
    put_new_unit(image, &unit, &table, skeleton);
  else if (!put_old_unit(image, &unit, &table, skeleton, ret_is_it))
    return error_format("%s: its unit in .debug_info.dwo has no id", path);
  builder_block(unit.version >= 5 ? &image->info : &image->types, parts->types.data, parts->types.size);
  return *ret_is_it ? open_image(path, image, parts, skeleton, unit.version >= 5) : NULL;
}

struct error *split_image_create(const char *path, const struct split_parts *parts,
                                 const struct split_skeleton *skeleton, struct split_image **ret)
{
  struct split_image *image = memory_zeroed(1, sizeof *image);
  bool is_it = false;
  struct error *error = fill_image(path, image, parts, skeleton, &is_it);
  if (error || !is_it) {
    split_image_destroy(image);
    image = NULL;
  }
  if (!error)
    *ret = image;
  return error;
}

void split_image_destroy(struct split_image *image)
{
  if (!image)
    return;
  dwarf_end(image->handle);
  elf_made_destroy(image->elf);
  builder_deinit(&image->info);
  builder_deinit(&image->abbreviations);
  builder_deinit(&image->types);
  free(image);
}

Dwarf *split_image_handle(const struct split_image *image)
{
  return image->handle;
}
