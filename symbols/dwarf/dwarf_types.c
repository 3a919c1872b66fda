/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A type is a chain of DIEs that ends in one with a name. No chain of a compiler's comes near the limit here; one that
 * goes round reaches it and counts as unknown. */
#include "symbols/dwarf/dwarf_types.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHAIN_MAX = 32, POINTER_BYTES = 8, NAME_MAX_BYTES = 256 };

/* A DIE of a type, followed by what it is made of. */
struct link {
  struct dwarf_file *file;
  Dwarf_Die die;
  Dwarf_Half tag;
};

static bool open_link(struct dwarf_place place, struct link *ret)
{
  Dwarf_Die die = dwarf_file_die_at(place.file, place.offset);
  if (die)
    *ret = (struct link){place.file, die, dwarf_file_tag(die)};
  return die != NULL;
}

static void close_link(struct link *link)
{
  dwarf_file_free_die(link->file, link->die);
}

static bool is_qualifier(Dwarf_Half tag)
{
  return tag == DW_TAG_const_type || tag == DW_TAG_volatile_type || tag == DW_TAG_restrict_type ||
         tag == DW_TAG_atomic_type;
}

static bool may_be_elsewhere(Dwarf_Half tag)
{
  return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type ||
         tag == DW_TAG_enumeration_type;
}

/* Pass over what does not change a value, and from a declaration to the type in a unit of its own. */
static bool open_plain(struct dwarf_place place, bool through_names, struct link *ret)
{
  for (int i = 0; i < CHAIN_MAX && open_link(place, ret); i++) {
    bool is_passed = is_qualifier(ret->tag) || (through_names && ret->tag == DW_TAG_typedef);
    bool goes_on = (is_passed || may_be_elsewhere(ret->tag)) &&
                   dwarf_file_reference(ret->file, ret->die, is_passed ? DW_AT_type : DW_AT_signature, &place);
    if (!is_passed && !goes_on)
      return true;
    close_link(ret);
    if (!goes_on)
      return false;
  }
  return false;
}

static struct dwarf_dimension dimension_of(struct dwarf_file *file, Dwarf_Die range)
{
  struct dwarf_dimension dimension = {0, 0};
  uint64_t last;
  dwarf_file_number(file, range, DW_AT_lower_bound, &dimension.lower);
  if (dwarf_file_number(file, range, DW_AT_upper_bound, &last))
    dimension.length = last >= dimension.lower ? last - dimension.lower + 1 : 0;
  else
    dwarf_file_number(file, range, DW_AT_count, &dimension.length);
  return dimension;
}

size_t dwarf_array_dimensions(struct dwarf_file *file, Dwarf_Die array,
                              struct dwarf_dimension ret[DWARF_DIMENSIONS_MAX])
{
  size_t count = 0, children = 0;
  Dwarf_Die die = dwarf_file_child(file, array);
  while (die && children++ < DWARF_DIMENSIONS_MAX) {
    if (dwarf_file_tag(die) == DW_TAG_subrange_type)
      ret[count++] = dimension_of(file, die);
    die = dwarf_file_step(file, die);
  }
  bool is_cut = die != NULL;
  dwarf_file_free_die(file, die);
  return is_cut ? 0 : count;
}

/* How many elements an array has, all dimensions multiplied; 0: not known. */
static uint64_t array_count(const struct link *array)
{
  struct dwarf_dimension dimensions[DWARF_DIMENSIONS_MAX];
  size_t dimension_count = dwarf_array_dimensions(array->file, array->die, dimensions);
  uint64_t count = dimension_count > 0;
  for (size_t i = 0; i < dimension_count; i++)
    if (__builtin_mul_overflow(count, dimensions[i].length, &count))
      return 0;
  return count;
}

/* Of pointers and references without a size of their own; 0: it is none. A pointer to a member function has an offset
 * beside it. */
static uint64_t pointer_bytes(const struct link *type)
{
  struct dwarf_place target;
  struct link link;
  if (type->tag == DW_TAG_pointer_type || type->tag == DW_TAG_reference_type ||
      type->tag == DW_TAG_rvalue_reference_type)
    return POINTER_BYTES;
  if (type->tag != DW_TAG_ptr_to_member_type || !dwarf_file_reference(type->file, type->die, DW_AT_type, &target) ||
      !open_plain(target, true, &link))
    return 0;
  uint64_t bytes = link.tag == DW_TAG_subroutine_type ? 2 * POINTER_BYTES : POINTER_BYTES;
  close_link(&link);
  return bytes;
}

uint64_t dwarf_type_bytes(struct dwarf_place place)
{
  uint64_t count = 1, bytes = 0;
  struct link type;
  for (int i = 0; i < CHAIN_MAX && open_plain(place, true, &type); i++) {
    bool has_size = dwarf_file_number(type.file, type.die, DW_AT_byte_size, &bytes);
    if (!has_size && (bytes = pointer_bytes(&type)) > 0)
      has_size = true;
    bool goes_on = !has_size && type.tag == DW_TAG_array_type &&
                   !__builtin_mul_overflow(count, array_count(&type), &count) &&
                   dwarf_file_reference(type.file, type.die, DW_AT_type, &place);
    close_link(&type);
    if (has_size)
      return __builtin_mul_overflow(count, bytes, &bytes) ? 0 : bytes;
    if (!goes_on)
      return 0;
  }
  return 0;
}

Dwarf_Die dwarf_type_open(struct dwarf_place place, struct dwarf_file **ret_file)
{
  struct link type;
  if (!open_plain(place, true, &type))
    return NULL;
  *ret_file = type.file;
  return type.die;
}

bool dwarf_type_target(struct dwarf_place place, struct dwarf_place *ret)
{
  struct link type;
  if (!open_plain(place, true, &type))
    return false;
  bool found = type.tag == DW_TAG_pointer_type && dwarf_file_reference(type.file, type.die, DW_AT_type, ret);
  close_link(&type);
  return found;
}

bool dwarf_type_is_void_pointer(struct dwarf_place place)
{
  struct link type;
  struct dwarf_place target;
  if (!open_plain(place, true, &type))
    return false;
  bool is_one = type.tag == DW_TAG_pointer_type && !dwarf_file_reference(type.file, type.die, DW_AT_type, &target);
  close_link(&type);
  return is_one;
}

bool dwarf_type_is_pointer(struct dwarf_place place)
{
  struct link type;
  if (!open_plain(place, true, &type))
    return false;
  bool is_one = type.tag == DW_TAG_pointer_type || type.tag == DW_TAG_reference_type ||
                type.tag == DW_TAG_rvalue_reference_type;
  close_link(&type);
  return is_one;
}

bool dwarf_type_is_structure(struct dwarf_place place)
{
  struct link type;
  if (!open_plain(place, true, &type))
    return false;
  bool is_one = type.tag == DW_TAG_structure_type || type.tag == DW_TAG_class_type || type.tag == DW_TAG_union_type;
  close_link(&type);
  return is_one;
}

static const char *tag_words(Dwarf_Half tag, bool tagless)
{
  if (tagless)
    return "";
  return tag == DW_TAG_structure_type ? "struct " : tag == DW_TAG_union_type ? "union "
       : tag == DW_TAG_enumeration_type ? "enum " : "";
}

/* What comes behind the name, gathered from the outside in: stars of pointers, lengths of arrays. */
struct suffix {
  char text[NAME_MAX_BYTES];
  size_t used;
};

static void add_suffix(struct suffix *suffix, const char *text)
{
  size_t length = strlen(text);
  if (suffix->used + length >= sizeof suffix->text)
    return;
  memmove(suffix->text + length, suffix->text, suffix->used);
  memcpy(suffix->text, text, length);
  suffix->used += length;
}

/* The suffix of a pointer or array; false for others. */
static bool take_suffix(const struct link *type, struct suffix *suffix)
{
  char length[32] = "[]";
  if (type->tag == DW_TAG_pointer_type) {
    add_suffix(suffix, suffix->used > 0 && suffix->text[0] == '*' ? "*" : " *");
    return true;
  }
  if (type->tag != DW_TAG_array_type)
    return false;
  uint64_t count = array_count(type);
  if (count > 0)
    snprintf(length, sizeof length, "[%llu]", (unsigned long long)count);
  add_suffix(suffix, length);
  return true;
}

static char *join(const char *tag, const char *name, const struct suffix *suffix)
{
  char *text;
  if (!name || strlen(name) > NAME_MAX_BYTES)
    return NULL;
  return asprintf(&text, "%s%s%.*s", tag, name, (int)suffix->used, suffix->text) < 0 ? NULL : text;
}

char *dwarf_type_name(struct dwarf_place place, bool tagless)
{
  struct suffix suffix = {.used = 0};
  struct link type;
  for (int i = 0; i < CHAIN_MAX && open_plain(place, false, &type); i++) {
    if (take_suffix(&type, &suffix)) {
      bool goes_on = dwarf_file_reference(type.file, type.die, DW_AT_type, &place);
      close_link(&type);
      if (goes_on)
        continue;
      return join("", "void", &suffix);
    }
    char *name = join(tag_words(type.tag, tagless), dwarf_file_string(type.file, type.die, DW_AT_name), &suffix);
    close_link(&type);
    return name;
  }
  return NULL;
}

bool dwarf_unit_is_tagless(const struct dwarf_file *file, Dwarf_Die unit_die)
{
  uint64_t language = 0;
  dwarf_file_number(file, unit_die, DW_AT_language, &language);
  return language != DW_LANG_C89 && language != DW_LANG_C && language != DW_LANG_C99 && language != DW_LANG_C11 &&
         language != DW_LANG_ObjC;
}
