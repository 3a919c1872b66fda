/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A type is a chain of DIEs that ends in one with a name. Compilers make short ones; one that goes round in a damaged
 * file reaches the limit and counts as unknown. */
#include "host/symbols/dwarf/dwarf_types.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/print.h"
#include "host/symbols/dwarf/dwarf_die.h"

enum { CHAIN_MAX = 32, POINTER_BYTES = 8, NAME_MAX_BYTES = 256 };

static bool is_qualifier(int tag)
{
  return tag == DW_TAG_const_type || tag == DW_TAG_volatile_type || tag == DW_TAG_restrict_type ||
         tag == DW_TAG_atomic_type;
}

static bool may_be_elsewhere(int tag)
{
  return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type ||
         tag == DW_TAG_enumeration_type;
}

/* Pass over what does not change a value, and go from a declaration to the type in a unit of its own. */
static bool find_plain(Dwarf_Die type, bool through_names, Dwarf_Die *ret)
{
  for (int i = 0; i < CHAIN_MAX; i++) {
    Dwarf_Die next;
    int tag = dwarf_tag(&type);
    bool is_passed = is_qualifier(tag) || (through_names && tag == DW_TAG_typedef);
    bool goes_on = (is_passed || may_be_elsewhere(tag)) &&
                   dwarf_die_reference(&type, is_passed ? DW_AT_type : DW_AT_signature, &next);
    if (!goes_on) {
      *ret = type;
      return !is_passed;
    }
    type = next;
  }
  return false;
}

bool dwarf_type_plain(Dwarf_Die type, Dwarf_Die *ret)
{
  return find_plain(type, true, ret);
}

static struct dwarf_dimension dimension_of(Dwarf_Die *range)
{
  struct dwarf_dimension dimension = {0, 0};
  uint64_t last;
  dwarf_die_number(range, DW_AT_lower_bound, &dimension.lower);
  if (dwarf_die_number(range, DW_AT_upper_bound, &last))
    dimension.length = last >= dimension.lower ? last - dimension.lower + 1 : 0;
  else
    dwarf_die_number(range, DW_AT_count, &dimension.length);
  return dimension;
}

size_t dwarf_array_dimensions(Dwarf_Die *array, struct dwarf_dimension ret[DWARF_DIMENSIONS_MAX])
{
  size_t count = 0, children = 0;
  Dwarf_Die die;
  if (dwarf_child(array, &die) != 0)
    return 0;
  do {
    if (children++ == DWARF_DIMENSIONS_MAX)
      return 0;
    if (dwarf_tag(&die) == DW_TAG_subrange_type)
      ret[count++] = dimension_of(&die);
  } while (dwarf_siblingof(&die, &die) == 0);
  return count;
}

/* How many elements an array has, all dimensions multiplied; 0: not known. */
static uint64_t array_count(Dwarf_Die *array)
{
  struct dwarf_dimension dimensions[DWARF_DIMENSIONS_MAX];
  size_t dimension_count = dwarf_array_dimensions(array, dimensions);
  uint64_t count = dimension_count > 0;
  for (size_t i = 0; i < dimension_count; i++)
    if (__builtin_mul_overflow(count, dimensions[i].length, &count))
      return 0;
  return count;
}

static bool is_pointer(int tag)
{
  return tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type || tag == DW_TAG_rvalue_reference_type;
}

/* The size of pointers and references, which need not say it; 0: it is none. A pointer to a member function is two
 * words. */
static uint64_t pointer_bytes(Dwarf_Die *type)
{
  Dwarf_Die target;
  int tag = dwarf_tag(type);
  if (is_pointer(tag))
    return POINTER_BYTES;
  if (tag != DW_TAG_ptr_to_member_type || !dwarf_die_reference(type, DW_AT_type, &target) ||
      !dwarf_type_plain(target, &target))
    return 0;
  return dwarf_tag(&target) == DW_TAG_subroutine_type ? 2 * POINTER_BYTES : POINTER_BYTES;
}

uint64_t dwarf_type_bytes(Dwarf_Die type)
{
  uint64_t count = 1, bytes = 0;
  for (int i = 0; i < CHAIN_MAX && dwarf_type_plain(type, &type); i++) {
    if (dwarf_die_number(&type, DW_AT_byte_size, &bytes) || (bytes = pointer_bytes(&type)) > 0)
      return __builtin_mul_overflow(count, bytes, &bytes) ? 0 : bytes;
    if (dwarf_tag(&type) != DW_TAG_array_type || __builtin_mul_overflow(count, array_count(&type), &count) ||
        !dwarf_die_reference(&type, DW_AT_type, &type))
      return 0;
  }
  return 0;
}

bool dwarf_type_target(Dwarf_Die type, Dwarf_Die *ret)
{
  return dwarf_type_plain(type, &type) && dwarf_tag(&type) == DW_TAG_pointer_type &&
         dwarf_die_reference(&type, DW_AT_type, ret);
}

bool dwarf_type_is_void_pointer(Dwarf_Die type)
{
  Dwarf_Die target;
  return dwarf_type_plain(type, &type) && dwarf_tag(&type) == DW_TAG_pointer_type &&
         !dwarf_die_reference(&type, DW_AT_type, &target);
}

bool dwarf_type_is_pointer(Dwarf_Die type)
{
  return dwarf_type_plain(type, &type) && is_pointer(dwarf_tag(&type));
}

bool dwarf_type_is_structure(Dwarf_Die type)
{
  int tag = dwarf_type_plain(type, &type) ? dwarf_tag(&type) : 0;
  return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

static const char *tag_words(int tag, bool tagless)
{
  if (tagless)
    return "";
  return tag == DW_TAG_structure_type ? "struct " : tag == DW_TAG_union_type ? "union "
       : tag == DW_TAG_enumeration_type ? "enum " : "";
}

/* What comes after the name, gathered from the outside in: stars of pointers, lengths of arrays. */
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
static bool take_suffix(Dwarf_Die *type, struct suffix *suffix)
{
  char length[32] = "[]";
  int tag = dwarf_tag(type);
  if (tag == DW_TAG_pointer_type) {
    add_suffix(suffix, suffix->used > 0 && suffix->text[0] == '*' ? "*" : " *");
    return true;
  }
  if (tag != DW_TAG_array_type)
    return false;
  uint64_t count = array_count(type);
  if (count > 0)
    snprintf(length, sizeof length, "[%llu]", (unsigned long long)count);
  add_suffix(suffix, length);
  return true;
}

static char *join_name(const char *tag, const char *name, const struct suffix *suffix)
{
  char *text;
  if (!name || strlen(name) > NAME_MAX_BYTES)
    return NULL;
  text = print_text("%s%s%.*s", tag, name, (int)suffix->used, suffix->text);
  return text;
}

char *dwarf_type_name(Dwarf_Die type, bool tagless)
{
  struct suffix suffix = {.used = 0};
  for (int i = 0; i < CHAIN_MAX && find_plain(type, false, &type); i++) {
    if (!take_suffix(&type, &suffix))
      return join_name(tag_words(dwarf_tag(&type), tagless), dwarf_die_string(&type, DW_AT_name), &suffix);
    if (!dwarf_die_reference(&type, DW_AT_type, &type))
      return join_name("", "void", &suffix);
  }
  return NULL;
}

bool dwarf_unit_is_tagless(Dwarf_Die *unit_die)
{
  uint64_t language = 0;
  dwarf_die_number(unit_die, DW_AT_language, &language);
  return language != DW_LANG_C89 && language != DW_LANG_C && language != DW_LANG_C99 && language != DW_LANG_C11 &&
         language != DW_LANG_ObjC;
}
