/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Types are followed through members and base classes, but not to what their pointers lead to. A structure that is only
 * declared may hold anything. Depth and number of DIEs are limited, beyond which the answer is yes. */
#include "host/symbols/dwarf/dwarf_signature.h"

#include "host/symbols/dwarf/dwarf_types.h"

enum { POINTER_BYTES = 8, PARAMETERS_MAX = 64, MEMBERS_MAX = 256, DEPTH_MAX = 6 };

enum dwarf_result dwarf_signature_result(Dwarf_Die *function)
{
  Dwarf_Die type;
  if (!dwarf_die_type(function, &type))
    return DWARF_RESULT_NONE;
  uint64_t bytes = dwarf_type_bytes(type);
  if (dwarf_type_is_pointer(type) || bytes == POINTER_BYTES || bytes > 2 * POINTER_BYTES)
    return DWARF_RESULT_WORD;
  return bytes > 0 && bytes < POINTER_BYTES ? DWARF_RESULT_NONE : DWARF_RESULT_TWO_WORDS;
}

bool dwarf_signature_returns_pointer(Dwarf_Die *function)
{
  Dwarf_Die type;
  return dwarf_die_type(function, &type) && dwarf_type_is_pointer(type);
}

static bool is_large_structure(Dwarf_Die type)
{
  return dwarf_type_is_structure(type) && dwarf_type_bytes(type) >= POINTER_BYTES;
}

bool dwarf_signature_returns_structure(Dwarf_Die *function)
{
  Dwarf_Die type;
  return dwarf_die_type(function, &type) && is_large_structure(type);
}

/* --- parameters --- */

/* Is there a child with one of two tags? */
static bool has_child(Dwarf_Die *function, int tag, int other_tag)
{
  Dwarf_Die origin, child;
  Dwarf_Die *declared = dwarf_die_reference(function, DW_AT_abstract_origin, &origin) ? &origin : function;
  size_t left = PARAMETERS_MAX;
  for (bool is_child = dwarf_child(declared, &child) == 0; is_child && left > 0;
       is_child = dwarf_siblingof(&child, &child) == 0, left--)
    if (dwarf_tag(&child) == tag || dwarf_tag(&child) == other_tag)
      return true;
  return false;
}

bool dwarf_signature_is_template(Dwarf_Die *function)
{
  return has_child(function, DW_TAG_template_type_parameter, DW_TAG_template_value_parameter);
}

static bool has_parameter(Dwarf_Die *function, bool (*is_meant)(Dwarf_Die type))
{
  Dwarf_Die origin, child, type;
  Dwarf_Die *declared = dwarf_die_reference(function, DW_AT_abstract_origin, &origin) ? &origin : function;
  size_t left = PARAMETERS_MAX;
  for (bool is_child = dwarf_child(declared, &child) == 0; is_child && left > 0;
       is_child = dwarf_siblingof(&child, &child) == 0, left--)
    if (dwarf_tag(&child) == DW_TAG_formal_parameter && dwarf_die_type(&child, &type) && is_meant(type))
      return true;
  return false;
}

static bool is_handle(Dwarf_Die type)
{
  return dwarf_type_is_pointer(type) || is_large_structure(type);
}

bool dwarf_signature_takes_pointer(Dwarf_Die *function)
{
  return has_parameter(function, is_handle);
}

bool dwarf_signature_may_be_led(Dwarf_Die *function)
{
  return dwarf_signature_takes_pointer(function) ||
         has_child(function, DW_TAG_unspecified_parameters, DW_TAG_unspecified_parameters);
}

static bool holds_pointer(Dwarf_Die type, unsigned depth, size_t *left);

static bool member_holds_pointer(Dwarf_Die *member, unsigned depth, size_t *left)
{
  Dwarf_Die type;
  int tag = dwarf_tag(member);
  bool is_part = tag == DW_TAG_member || tag == DW_TAG_inheritance || tag == DW_TAG_variant_part ||
                 tag == DW_TAG_variant;
  if (!is_part || dwarf_die_flag(member, DW_AT_external))
    return false;
  return dwarf_die_reference(member, DW_AT_type, &type) ? holds_pointer(type, depth + 1, left) : tag >= DW_TAG_variant;
}

static bool structure_holds_pointer(Dwarf_Die *structure, unsigned depth, size_t *left)
{
  Dwarf_Die member;
  if (dwarf_die_flag(structure, DW_AT_declaration))
    return true;
  for (bool is_there = dwarf_child(structure, &member) == 0; is_there;
       is_there = dwarf_siblingof(&member, &member) == 0)
    if (*left == 0 || --*left == 0 || member_holds_pointer(&member, depth, left))
      return true;
  return false;
}

static bool holds_pointer(Dwarf_Die type, unsigned depth, size_t *left)
{
  Dwarf_Die element;
  if (!dwarf_type_plain(type, &type))
    return false;
  if (depth > DEPTH_MAX || dwarf_type_is_pointer(type))
    return true;
  if (dwarf_tag(&type) == DW_TAG_array_type)
    return dwarf_die_reference(&type, DW_AT_type, &element) && holds_pointer(element, depth + 1, left);
  return dwarf_type_is_structure(type) && structure_holds_pointer(&type, depth, left);
}

static bool may_be_filled(Dwarf_Die type)
{
  Dwarf_Die target;
  size_t left = MEMBERS_MAX;
  if (dwarf_type_is_void_pointer(type))
    return true;
  return dwarf_type_is_pointer(type) && dwarf_type_plain(type, &type) &&
         dwarf_die_reference(&type, DW_AT_type, &target) && dwarf_tag(&target) != DW_TAG_const_type &&
         holds_pointer(target, 0, &left);
}

bool dwarf_signature_may_fill(Dwarf_Die *function)
{
  return has_parameter(function, may_be_filled);
}
