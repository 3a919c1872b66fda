/* SPDX-License-Identifier: GPL-2.0-or-later */
/* libdw checks values against the end of their unit, save for strings that stand in the unit itself. A DIE's origins
 * are the DIEs that DW_AT_abstract_origin or DW_AT_specification lead to, one after another. */
#include "host/symbols/dwarf/dwarf_die.h"

#include <stddef.h>

enum {
  ORIGINS_MAX = 16, /* in a row; compilers make two */
  RANGES_MAX = 1 << 18,
};

bool dwarf_tag_is_block(int tag)
{
  return tag == DW_TAG_lexical_block || tag == DW_TAG_try_block || tag == DW_TAG_catch_block;
}

bool dwarf_tag_is_scope(int tag)
{
  return tag == DW_TAG_namespace || tag == DW_TAG_module || tag == DW_TAG_subprogram ||
         tag == DW_TAG_inlined_subroutine || dwarf_tag_is_block(tag);
}

/* --- values --- */

static int pass_attribute(Dwarf_Attribute *attribute, void *context)
{
  return DWARF_CB_OK;
}

static bool is_signed(const Dwarf_Attribute *attribute)
{
  return attribute->form == DW_FORM_sdata || attribute->form == DW_FORM_implicit_const;
}

/* A value may go on after the unit's end; then going over all attributes of the DIE fails. */
static bool is_whole(Dwarf_Die *die)
{
  return dwarf_getattrs(die, pass_attribute, NULL, 0) == 1;
}

/* DWARF 5's forms for supplements are read here: libdw 0.188 looks them up in the wrong file. They are the same as
 * dwz's older ones but for the size of references. */
static bool is_supplement_reference(const Dwarf_Attribute *attribute)
{
  return attribute->form == DW_FORM_ref_sup4 || attribute->form == DW_FORM_ref_sup8;
}

static const char *supplement_string(Dwarf_Die *die, Dwarf_Attribute attribute)
{
  attribute.form = DW_FORM_GNU_strp_alt;
  return is_whole(die) ? dwarf_formstring(&attribute) : NULL;
}

static bool supplement_reference(Dwarf_Die *die, const Dwarf_Attribute *attribute, Dwarf_Die *ret)
{
  Dwarf *supplement = dwarf_getalt(dwarf_cu_getdwarf(die->cu));
  uint64_t offset = 0;
  for (int i = attribute->form == DW_FORM_ref_sup8 ? 8 : 4; i-- > 0 && is_whole(die);)
    offset = offset << 8 | attribute->valp[i];
  return supplement && offset > 0 && dwarf_offdie(supplement, offset, ret);
}

const char *dwarf_die_string(Dwarf_Die *die, unsigned name)
{
  Dwarf_Attribute attribute;
  if (!dwarf_attr(die, name, &attribute) || (attribute.form == DW_FORM_string && !is_whole(die)))
    return NULL;
  return attribute.form == DW_FORM_strp_sup ? supplement_string(die, attribute) : dwarf_formstring(&attribute);
}

bool dwarf_die_number(Dwarf_Die *die, unsigned name, uint64_t *ret)
{
  Dwarf_Attribute attribute;
  Dwarf_Word value;
  if (!dwarf_attr(die, name, &attribute) || dwarf_formudata(&attribute, &value) != 0 ||
      (is_signed(&attribute) && (Dwarf_Sword)value < 0))
    return false;
  *ret = value;
  return true;
}

bool dwarf_die_flag(Dwarf_Die *die, unsigned name)
{
  Dwarf_Attribute attribute;
  bool is_set = false;
  return dwarf_attr(die, name, &attribute) && dwarf_formflag(&attribute, &is_set) == 0 && is_set;
}

bool dwarf_die_reference(Dwarf_Die *die, unsigned name, Dwarf_Die *ret)
{
  Dwarf_Attribute attribute;
  if (!dwarf_attr(die, name, &attribute))
    return false;
  if (is_supplement_reference(&attribute))
    return supplement_reference(die, &attribute, ret);
  return dwarf_formref_die(&attribute, ret);
}

/* --- origins --- */

/* Call `ask` for a DIE and its origins until it is content. */
static bool ask_origins(Dwarf_Die *die, bool (*ask)(void *context, Dwarf_Die *die), void *context)
{
  Dwarf_Die at = *die;
  for (int i = 0; i <= ORIGINS_MAX; i++) {
    if (ask(context, &at))
      return true;
    Dwarf_Die origin;
    if (!dwarf_die_reference(&at, DW_AT_abstract_origin, &origin) &&
        !dwarf_die_reference(&at, DW_AT_specification, &origin))
      return false;
    at = origin;
  }
  return false;
}

static bool ask_names(void *context, Dwarf_Die *die)
{
  struct dwarf_names *names = context;
  if (!names->name)
    names->name = dwarf_die_string(die, DW_AT_name);
  if (!names->linkage_name)
    names->linkage_name = dwarf_die_string(die, DW_AT_linkage_name);
  if (!names->linkage_name)
    names->linkage_name = dwarf_die_string(die, DW_AT_MIPS_linkage_name);
  return names->name && names->linkage_name;
}

struct dwarf_names dwarf_die_names(Dwarf_Die *die)
{
  struct dwarf_names names = {0};
  ask_origins(die, ask_names, &names);
  return names;
}

/* A definition leaves out what its declaration says already: often the file, seldom the line. */
static bool ask_declaration(void *context, Dwarf_Die *die)
{
  struct dwarf_declaration *declaration = context;
  if (!declaration->line)
    dwarf_die_number(die, DW_AT_decl_line, &declaration->line);
  if (!declaration->holder && dwarf_die_number(die, DW_AT_decl_file, &declaration->file))
    declaration->holder = die->cu;
  return declaration->line && declaration->holder;
}

struct dwarf_declaration dwarf_die_declaration(Dwarf_Die *die)
{
  struct dwarf_declaration declaration = {0};
  ask_origins(die, ask_declaration, &declaration);
  return declaration;
}

static bool ask_type(void *context, Dwarf_Die *die)
{
  return dwarf_die_reference(die, DW_AT_type, context);
}

bool dwarf_die_type(Dwarf_Die *die, Dwarf_Die *ret)
{
  return ask_origins(die, ask_type, ret);
}

static bool note_origin(void *context, Dwarf_Die *die)
{
  *(Dwarf_Die *)context = *die;
  return false;
}

Dwarf_Die dwarf_die_declaring(Dwarf_Die *die)
{
  Dwarf_Die last = *die;
  ask_origins(die, note_origin, &last);
  return last;
}

/* --- addresses --- */

enum dwarf_ranges dwarf_die_ranges(Dwarf_Die *die, void (*each)(void *context, uint64_t start, uint64_t end),
                                   void *context)
{
  Dwarf_Addr base, start, end;
  ptrdiff_t at = 0;
  if (!dwarf_hasattr(die, DW_AT_ranges) && !(dwarf_hasattr(die, DW_AT_low_pc) && dwarf_hasattr(die, DW_AT_high_pc)))
    return DWARF_RANGES_NONE;
  for (int i = 0; i < RANGES_MAX && (at = dwarf_ranges(die, at, &base, &start, &end)) > 0; i++)
    if (start < end)
      each(context, start, end);
  return at < 0 ? DWARF_RANGES_DAMAGED : DWARF_RANGES_TOLD;
}
