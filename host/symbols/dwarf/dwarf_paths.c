/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A structure leads to the member that covers the byte, an array to its element, and so on, until there are no parts.
 * Offsets never grow on the way, but a type may contain itself in a damaged file, so the steps are counted. */
#include "host/symbols/dwarf/dwarf_paths.h"

#include <stdio.h>
#include <string.h>

#include "host/symbols/dwarf/dwarf_die.h"
#include "host/symbols/dwarf/dwarf_members.h"
#include "host/symbols/dwarf/dwarf_types.h"

enum { STEPS_MAX = 64, MEMBERS_MAX = 1 << 16 };

struct path {
  Dwarf_Die type;
  uint64_t offset; /* in it */
  uint64_t hidden; /* of it in the last part that the text names */
  char *text;
  size_t bytes;
};

/* False when there is no room. */
static bool add_text(struct path *path, const char *text)
{
  size_t bytes = strlen(text);
  if (path->bytes + bytes >= DWARF_PATH_MAX_BYTES)
    return false;
  memcpy(path->text + path->bytes, text, bytes + 1);
  path->bytes += bytes;
  return true;
}

/* --- members --- */

/* Which of two parts does a byte belong to? Of bit fields, the first. A base class may begin in the padding of another,
 * and an empty one has a byte, which may also be another's. */
static bool is_better(const struct dwarf_part *part, const struct dwarf_part *found, int tag)
{
  if (tag == DW_TAG_member)
    return false;
  return part->start != found->start ? part->start > found->start : part->end > found->end;
}

/* The part of that kind that covers the byte. */
static bool find_part(const struct path *path, Dwarf_Die *structure, int tag, struct dwarf_part *ret)
{
  Dwarf_Die die;
  bool found = false;
  if (dwarf_child(structure, &die) != 0)
    return false;
  for (int i = 0; i < MEMBERS_MAX; i++) {
    struct dwarf_part part;
    if (dwarf_tag(&die) == tag && dwarf_member_part(&die, &part) && path->offset >= part.start &&
        path->offset < part.end && (!found || is_better(&part, ret, tag))) {
      *ret = part;
      found = true;
    }
    if (dwarf_siblingof(&die, &die) != 0)
      break;
  }
  return found;
}

/* The parts of a nameless member are parts of the whole; so are those of a base class. */
static bool enter_part(struct path *path, struct dwarf_part *part)
{
  bool is_member = dwarf_tag(&part->die) == DW_TAG_member;
  const char *name = is_member ? dwarf_die_string(&part->die, DW_AT_name) : NULL;
  size_t bytes = path->bytes;
  if (name && !(add_text(path, ".") && add_text(path, name))) {
    path->text[path->bytes = bytes] = '\0';
    return false;
  }
  path->hidden = name ? 0 : path->hidden + part->start;
  path->type = part->type;
  path->offset -= part->start;
  return true;
}

static bool enter_structure(struct path *path, Dwarf_Die *structure)
{
  struct dwarf_part part;
  return (find_part(path, structure, DW_TAG_member, &part) ||
          find_part(path, structure, DW_TAG_inheritance, &part)) && enter_part(path, &part);
}

/* --- elements --- */

/* How many elements there are; 0: not known, or not counted from 0. */
static uint64_t element_count(const struct dwarf_dimension *dimensions, size_t count)
{
  uint64_t elements = count > 0;
  for (size_t i = 0; i < count; i++)
    if (dimensions[i].lower != 0 || __builtin_mul_overflow(elements, dimensions[i].length, &elements))
      return 0;
  return elements;
}

static bool enter_array(struct path *path, Dwarf_Die *array)
{
  struct dwarf_dimension dimensions[DWARF_DIMENSIONS_MAX];
  Dwarf_Die type;
  size_t count = dwarf_array_dimensions(array, dimensions), bytes = path->bytes;
  uint64_t left = element_count(dimensions, count), element_bytes = 0;
  if (dwarf_die_reference(array, DW_AT_type, &type))
    element_bytes = dwarf_type_bytes(type);
  if (element_bytes == 0 || path->offset / element_bytes >= left)
    return false;
  uint64_t element = path->offset / element_bytes;
  for (size_t i = 0; i < count; i++) {
    char index[32];
    left /= dimensions[i].length;
    snprintf(index, sizeof index, "[%llu]", (unsigned long long)(element / left));
    element %= left;
    if (!add_text(path, index)) {
      path->text[path->bytes = bytes] = '\0';
      return false;
    }
  }
  path->hidden = 0;
  path->type = type;
  path->offset %= element_bytes;
  return true;
}

/* --- the whole --- */

static bool enter_type(struct path *path)
{
  Dwarf_Die type;
  int tag = dwarf_type_plain(path->type, &type) ? dwarf_tag(&type) : 0;
  if (tag == DW_TAG_structure_type || tag == DW_TAG_class_type)
    return enter_structure(path, &type);
  return tag == DW_TAG_array_type && enter_array(path, &type);
}

uint64_t dwarf_type_path(Dwarf_Die type, uint64_t offset, char ret[DWARF_PATH_MAX_BYTES])
{
  struct path path = {.type = type, .offset = offset, .text = ret};
  ret[0] = '\0';
  for (int i = 0; i < STEPS_MAX && enter_type(&path); i++)
    continue;
  return path.hidden + path.offset;
}
