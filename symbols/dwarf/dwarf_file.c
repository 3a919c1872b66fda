/* SPDX-License-Identifier: GPL-2.0-or-later */
/* libdwarf is given sections rather than a file: libelf has found, checked and decompressed them, and only those
 * that it is to read are shown to it at all. The others are read by the code beside this.
 *
 * libdwarf knows the forms that point into a dwz supplement but does not follow them: its "tied" file is meant for
 * split DWARF. So the supplement is a second dwarf_file, references of DW_FORM_GNU_ref_alt are looked up in that,
 * and strings of DW_FORM_GNU_strp_alt are read from its .debug_str here. Without the supplement both count as
 * absent.
 *
 * Types may lie in .debug_types, whose offsets begin at 0 as well. So that is another dwarf_file, too, in front of the same
 * Dwarf_Debug, and a DIE's file tells where its offset counts. */
#include "symbols/dwarf/dwarf_file.h"

#include <stdlib.h>
#include <string.h>

#include "symbols/dwarf/dwarf_abbreviations.h"
#include "symbols/dwarf/dwarf_signatures.h"
#include "symbols/elf/bytes.h"

static const char *const section_names[] = {
  ".debug_info", ".debug_abbrev", ".debug_str", ".debug_line_str", ".debug_addr", ".debug_str_offsets",
  ".debug_types", ".debug_line", ".debug_ranges", ".debug_rnglists", ".debug_aranges", ".debug_loc", ".debug_loclists",
  /* from .debug_line on they are not shown to libdwarf */
};
enum {
  SECTION_NAMES = sizeof section_names / sizeof *section_names,
  SHOWN_SECTION_NAMES = 7,
};

struct section {
  const char *name;
  struct elf_section contents;
};

struct dwarf_file {
  char kind; /* libdwarf looks at the first byte of the object: anything but the E, F, M and P it knows */
  struct elf_file *elf;
  struct section sections[SECTION_NAMES + 1]; /* number 0 is reserved, as in ELF; those shown to libdwarf come first */
  size_t section_count, shown_section_count;
  unsigned char *abbreviations; /* in place of .debug_abbrev */
  Dwarf_Obj_Access_Interface access;
  Dwarf_Debug debug;
  struct dwarf_file *supplement;
  struct dwarf_signatures *signatures;
  struct dwarf_file *types; /* for DIEs of .debug_types; NULL: there is none */
  struct dwarf_file *info;  /* NULL, but for `types`: the file that it belongs to */
};

/* That with what DIEs of .debug_types share with others. */
static const struct dwarf_file *whole_of(const struct dwarf_file *file)
{
  return file->info ? file->info : file;
}

/* The section that a DIE's offset counts in. */
static const struct elf_section *own_section(const struct dwarf_file *file)
{
  return dwarf_file_section(file, file->info ? ".debug_types" : ".debug_info");
}

static int get_section_info(void *object, Dwarf_Half index, Dwarf_Obj_Access_Section *ret, int *error)
{
  const struct dwarf_file *file = object;
  if (index >= file->shown_section_count)
    return DW_DLV_NO_ENTRY;
  *ret = (Dwarf_Obj_Access_Section){
    .type = SHT_PROGBITS,
    .size = file->sections[index].contents.bytes,
    .name = file->sections[index].name,
  };
  return DW_DLV_OK;
}

static Dwarf_Endianness get_byte_order(void *object)
{
  return DW_OBJECT_LSB;
}

static Dwarf_Small get_word_bytes(void *object)
{
  return 8;
}

/* DWARF sections may use 64-bit lengths by themselves; this is what the object file's own would be. */
static Dwarf_Small get_length_bytes(void *object)
{
  return 8;
}

static Dwarf_Unsigned get_section_count(void *object)
{
  const struct dwarf_file *file = object;
  return file->shown_section_count;
}

static int load_section(void *object, Dwarf_Half index, Dwarf_Small **ret, int *error)
{
  const struct dwarf_file *file = object;
  if (index == 0 || index >= file->shown_section_count)
    return DW_DLV_NO_ENTRY;
  *ret = (Dwarf_Small *)file->sections[index].contents.data;
  return DW_DLV_OK;
}

static const Dwarf_Obj_Access_Methods access_methods = {
  .get_section_info = get_section_info,
  .get_byte_order = get_byte_order,
  .get_length_size = get_length_bytes,
  .get_pointer_size = get_word_bytes,
  .get_section_count = get_section_count,
  .load_section = load_section,
};

static struct error *find_sections(struct dwarf_file *file)
{
  file->sections[0].name = "";
  file->section_count = 1;
  for (size_t i = 0; i < SECTION_NAMES; i++) {
    struct section *section = &file->sections[file->section_count];
    bool found = false;
    struct error *error = elf_file_section(file->elf, section_names[i], &section->contents, &found);
    if (error)
      return error;
    section->name = section_names[i];
    file->section_count += found;
    if (i < SHOWN_SECTION_NAMES)
      file->shown_section_count = file->section_count;
  }
  return NULL;
}

const struct elf_section *dwarf_file_section(const struct dwarf_file *file, const char *name)
{
  for (size_t i = 1; i < file->section_count; i++)
    if (strcmp(file->sections[i].name, name) == 0)
      return &file->sections[i].contents;
  return NULL;
}

/* Put abbreviations in place that libdwarf can be trusted with. */
static struct error *replace_abbreviations(struct dwarf_file *file)
{
  const struct elf_section *info = dwarf_file_section(file, ".debug_info");
  for (size_t i = 1; i < file->section_count; i++) {
    struct section *section = &file->sections[i];
    if (strcmp(section->name, ".debug_abbrev") != 0)
      continue;
    struct error *error = dwarf_abbreviations_hide_siblings(info, dwarf_file_section(file, ".debug_types"),
                                                            &section->contents, &file->abbreviations);
    if (error)
      return error;
    section->contents.data = file->abbreviations;
  }
  return NULL;
}

static struct error *add_types(struct dwarf_file *file)
{
  const struct elf_section *types = dwarf_file_section(file, ".debug_types");
  file->signatures = dwarf_signatures_create(dwarf_file_section(file, ".debug_info"), types);
  if (types && (file->types = malloc(sizeof *file->types))) {
    *file->types = *file;
    file->types->info = file;
    file->types->types = NULL;
  }
  return file->signatures && (file->types || !types) ? NULL : error_no_memory();
}

/* *ret_any is false when there is no DWARF to open. */
static struct error *dwarf_file_init(struct dwarf_file *file, bool *ret_any)
{
  *ret_any = false;
  struct error *error = find_sections(file);
  if (error || !dwarf_file_section(file, ".debug_info") || !dwarf_file_section(file, ".debug_abbrev"))
    return error;
  error = replace_abbreviations(file);
  if (error)
    return error;
  dwarf_set_de_alloc_flag(0); /* no bookkeeping of every small piece: what is asked for here is also freed here */
  file->access = (Dwarf_Obj_Access_Interface){file, &access_methods};
  Dwarf_Error dwarf_error = NULL;
  int result = dwarf_object_init_b(&file->access, NULL, NULL, DW_GROUPNUMBER_ANY, &file->debug, &dwarf_error);
  if (result == DW_DLV_ERROR)
    return dwarf_file_error(file, "cannot read DWARF", dwarf_error);
  *ret_any = result == DW_DLV_OK;
  return *ret_any ? add_types(file) : NULL;
}

/* *ret is NULL when there is no DWARF and `required` says that there must be. */
static struct error *open_one(struct elf_file *elf, bool required, struct dwarf_file **ret)
{
  struct dwarf_file *file = calloc(1, sizeof *file);
  if (!file)
    return error_no_memory();
  file->elf = elf;
  bool any;
  struct error *error = dwarf_file_init(file, &any);
  if (error || (!any && required)) {
    dwarf_file_close(file);
    file = NULL;
  }
  if (!error)
    *ret = file;
  return error;
}

/* A supplement may have strings only. */
struct error *dwarf_file_open(struct elf_file *elf, struct elf_file *supplement, struct dwarf_file **ret)
{
  struct dwarf_file *file;
  struct error *error = open_one(elf, true, &file);
  if (error)
    return error;
  if (file && supplement)
    error = open_one(supplement, false, &file->supplement);
  if (error) {
    dwarf_file_close(file);
    return error;
  }
  *ret = file;
  return NULL;
}

void dwarf_file_close(struct dwarf_file *file)
{
  if (!file)
    return;
  dwarf_file_close(file->supplement);
  dwarf_signatures_destroy(file->signatures);
  free(file->types);
  if (file->debug)
    dwarf_object_finish(file->debug, NULL);
  free(file->abbreviations);
  free(file);
}

Dwarf_Debug dwarf_file_debug(const struct dwarf_file *file)
{
  return file->debug;
}

const char *dwarf_file_path(const struct dwarf_file *file)
{
  return elf_file_path(file->elf);
}

struct error *dwarf_file_error(const struct dwarf_file *file, const char *what, Dwarf_Error dwarf_error)
{
  struct error *error = error_format("%s: %s: %s", dwarf_file_path(file), what,
                                     dwarf_error ? dwarf_errmsg(dwarf_error) : "out of memory");
  dwarf_file_drop_error(file, dwarf_error);
  return error;
}

void dwarf_file_drop_error(const struct dwarf_file *file, Dwarf_Error error)
{
  if (error)
    dwarf_dealloc(file->debug, error, DW_DLA_ERROR);
}

/* What a call that yields a DIE has yielded. */
static Dwarf_Die die_or_none(const struct dwarf_file *file, int result, Dwarf_Die die, Dwarf_Error error)
{
  if (result == DW_DLV_OK)
    return die;
  if (result == DW_DLV_ERROR)
    dwarf_file_drop_error(file, error);
  return NULL;
}

Dwarf_Die dwarf_file_die_at(const struct dwarf_file *file, Dwarf_Off offset)
{
  Dwarf_Die die = NULL;
  Dwarf_Error error = NULL;
  if (!file->debug)
    return NULL;
  int result = dwarf_offdie_b(file->debug, offset, !file->info, &die, &error);
  return die_or_none(file, result, die, error);
}

Dwarf_Die dwarf_file_child(const struct dwarf_file *file, Dwarf_Die die)
{
  Dwarf_Die child = NULL;
  Dwarf_Error error = NULL;
  int result = dwarf_child(die, &child, &error);
  return die_or_none(file, result, child, error);
}

void dwarf_file_free_die(const struct dwarf_file *file, Dwarf_Die die)
{
  if (die)
    dwarf_dealloc(file->debug, die, DW_DLA_DIE);
}

Dwarf_Off dwarf_file_offset(const struct dwarf_file *file, Dwarf_Die die)
{
  Dwarf_Off offset = 0;
  Dwarf_Error error = NULL;
  if (dwarf_dieoffset(die, &offset, &error) != DW_DLV_OK)
    dwarf_file_drop_error(file, error);
  return offset;
}

Dwarf_Half dwarf_file_tag(Dwarf_Die die)
{
  Dwarf_Half tag = 0;
  Dwarf_Error error = NULL;
  int result = dwarf_tag(die, &tag, &error);
  if (result == DW_DLV_ERROR && error)
    dwarf_dealloc_error(NULL, error);
  return result == DW_DLV_OK ? tag : 0;
}

bool dwarf_tag_is_block(Dwarf_Half tag)
{
  return tag == DW_TAG_lexical_block || tag == DW_TAG_try_block || tag == DW_TAG_catch_block;
}

bool dwarf_tag_is_scope(Dwarf_Half tag)
{
  return tag == DW_TAG_namespace || tag == DW_TAG_module || tag == DW_TAG_subprogram ||
         tag == DW_TAG_inlined_subroutine || dwarf_tag_is_block(tag);
}

/* An attribute and its form; NULL when the DIE has none. Freed with free_attribute(). */
static Dwarf_Attribute find_attribute(const struct dwarf_file *file, Dwarf_Die die, Dwarf_Half number,
                                      Dwarf_Half *ret_form)
{
  Dwarf_Attribute attribute = NULL;
  Dwarf_Error error = NULL;
  int result = dwarf_attr(die, number, &attribute, &error);
  if (result == DW_DLV_OK && dwarf_whatform(attribute, ret_form, &error) == DW_DLV_OK)
    return attribute;
  dwarf_file_drop_error(file, error);
  if (result == DW_DLV_OK)
    dwarf_dealloc_attribute(attribute);
  return NULL;
}

const char *dwarf_file_text(const struct dwarf_file *file, const char *section, uint64_t offset)
{
  const struct elf_section *strings = dwarf_file_section(file, section);
  if (!strings || offset >= strings->bytes)
    return NULL;
  const char *text = (const char *)strings->data + offset;
  return memchr(text, '\0', strings->bytes - offset) ? text : NULL;
}

const char *dwarf_file_supplement_text(const struct dwarf_file *file, uint64_t offset)
{
  const struct dwarf_file *supplement = whole_of(file)->supplement;
  return supplement ? dwarf_file_text(supplement, ".debug_str", offset) : NULL;
}

/* The string of a form that points into the supplement. */
static const char *supplement_string(const struct dwarf_file *file, Dwarf_Attribute attribute)
{
  Dwarf_Off offset;
  Dwarf_Error error = NULL;
  if (dwarf_global_formref(attribute, &offset, &error) == DW_DLV_OK)
    return dwarf_file_supplement_text(file, offset);
  dwarf_file_drop_error(file, error);
  return NULL;
}

const char *dwarf_file_string(const struct dwarf_file *file, Dwarf_Die die, Dwarf_Half number)
{
  Dwarf_Half form;
  Dwarf_Attribute attribute = find_attribute(file, die, number, &form);
  if (!attribute)
    return NULL;
  const char *text = NULL;
  char *found = NULL;
  Dwarf_Error error = NULL;
  if (form == DW_FORM_GNU_strp_alt || form == DW_FORM_strp_sup)
    text = supplement_string(file, attribute);
  else if (dwarf_formstring(attribute, &found, &error) == DW_DLV_OK)
    text = found;
  dwarf_file_drop_error(file, error);
  dwarf_dealloc_attribute(attribute);
  return text;
}

bool dwarf_file_number(const struct dwarf_file *file, Dwarf_Die die, Dwarf_Half number, uint64_t *ret)
{
  Dwarf_Half form;
  Dwarf_Attribute attribute = find_attribute(file, die, number, &form);
  if (!attribute)
    return false;
  Dwarf_Unsigned value = 0;
  Dwarf_Signed signed_value = 0;
  Dwarf_Error error = NULL;
  int result = dwarf_formudata(attribute, &value, &error);
  if (result == DW_DLV_ERROR) { /* of a signed form */
    dwarf_file_drop_error(file, error);
    error = NULL;
    result = dwarf_formsdata(attribute, &signed_value, &error);
    value = (Dwarf_Unsigned)signed_value;
    if (result == DW_DLV_OK && signed_value < 0)
      result = DW_DLV_NO_ENTRY;
  }
  dwarf_file_drop_error(file, error);
  dwarf_dealloc_attribute(attribute);
  if (result == DW_DLV_OK)
    *ret = value;
  return result == DW_DLV_OK;
}

bool dwarf_file_flag(const struct dwarf_file *file, Dwarf_Die die, Dwarf_Half number)
{
  Dwarf_Half form;
  Dwarf_Attribute attribute = find_attribute(file, die, number, &form);
  if (!attribute)
    return false;
  Dwarf_Bool is_set = false;
  Dwarf_Error error = NULL;
  int result = dwarf_formflag(attribute, &is_set, &error);
  dwarf_file_drop_error(file, error);
  dwarf_dealloc_attribute(attribute);
  return result == DW_DLV_OK && is_set;
}

/* The file in which a reference of a DIE of `file` is to be looked up; NULL: it is not there. */
static struct dwarf_file *target_of(const struct dwarf_file *file, Dwarf_Half form)
{
  if (form == DW_FORM_GNU_ref_alt || form == DW_FORM_ref_sup4 || form == DW_FORM_ref_sup8)
    return whole_of(file)->supplement;
  return (struct dwarf_file *)(form == DW_FORM_ref_addr ? whole_of(file) : file);
}

static bool follow_offset(const struct dwarf_file *file, Dwarf_Attribute attribute, Dwarf_Half form,
                          struct dwarf_place *ret)
{
  struct dwarf_file *target = target_of(file, form);
  Dwarf_Off offset = 0;
  Dwarf_Error error = NULL;
  int result = dwarf_global_formref(attribute, &offset, &error);
  dwarf_file_drop_error(file, error);
  if (result != DW_DLV_OK || !target)
    return false;
  *ret = (struct dwarf_place){target, offset};
  return true;
}

/* To the type of that signature, in a unit of its own. */
static bool follow_signature(const struct dwarf_file *file, Dwarf_Attribute attribute, struct dwarf_place *ret)
{
  const struct dwarf_file *whole = whole_of(file);
  Dwarf_Sig8 bytes;
  Dwarf_Error error = NULL;
  int result = dwarf_formsig8(attribute, &bytes, &error);
  dwarf_file_drop_error(file, error);
  struct bytes number = bytes_of(bytes.signature, sizeof bytes.signature);
  uint64_t offset;
  bool in_types;
  if (result != DW_DLV_OK ||
      !dwarf_signatures_find(whole->signatures, bytes_number(&number, sizeof bytes.signature), &in_types, &offset))
    return false;
  *ret = (struct dwarf_place){in_types ? whole->types : (struct dwarf_file *)whole, offset};
  return true;
}

bool dwarf_file_reference(const struct dwarf_file *file, Dwarf_Die die, Dwarf_Half number, struct dwarf_place *ret)
{
  Dwarf_Half form;
  Dwarf_Attribute attribute = find_attribute(file, die, number, &form);
  if (!attribute)
    return false;
  bool found = form == DW_FORM_ref_sig8 ? follow_signature(file, attribute, ret)
                                        : follow_offset(file, attribute, form, ret);
  dwarf_dealloc_attribute(attribute);
  return found;
}

/* The DIE behind the children of `die`, when that says where it is. */
static Dwarf_Die jump_to_sibling(const struct dwarf_file *file, Dwarf_Die die)
{
  Dwarf_Half has_children = 0;
  struct dwarf_place place;
  if (dwarf_die_abbrev_children_flag(die, &has_children) != DW_DLV_OK || !has_children ||
      !dwarf_file_reference(file, die, DW_AT_hidden_sibling, &place) || place.file != file)
    return NULL;
  return place.offset > dwarf_file_offset(file, die) ? dwarf_file_die_at(file, place.offset) : NULL;
}

Dwarf_Die dwarf_file_sibling(const struct dwarf_file *file, Dwarf_Die die)
{
  Dwarf_Die sibling = die ? jump_to_sibling(file, die) : NULL;
  Dwarf_Error error = NULL;
  if (sibling)
    return sibling;
  int result = dwarf_siblingof_b(file->debug, die, !file->info, &sibling, &error);
  return die_or_none(file, result, sibling, error);
}

Dwarf_Die dwarf_file_step(const struct dwarf_file *file, Dwarf_Die die)
{
  Dwarf_Die next = dwarf_file_sibling(file, die);
  if (next && dwarf_file_offset(file, next) <= dwarf_file_offset(file, die)) {
    dwarf_file_free_die(file, next);
    next = NULL;
  }
  dwarf_file_free_die(file, die);
  return next;
}

/* Where an attribute's value lies in the section of its DIE. */
static bool find_value(const struct dwarf_file *file, Dwarf_Die die, Dwarf_Half number, Dwarf_Half *ret_form,
                       Dwarf_Off *ret_offset)
{
  Dwarf_Attribute attribute = find_attribute(file, die, number, ret_form);
  if (!attribute)
    return false;
  Dwarf_Error error = NULL;
  int result = dwarf_attr_offset(die, attribute, ret_offset, &error);
  dwarf_file_drop_error(file, error);
  dwarf_dealloc_attribute(attribute);
  return result == DW_DLV_OK;
}

bool dwarf_file_section_offset(const struct dwarf_file *file, Dwarf_Die die, Dwarf_Half number, Dwarf_Half *ret_form,
                               uint64_t *ret)
{
  Dwarf_Off offset;
  Dwarf_Half version, offset_bytes;
  if (!find_value(file, die, number, ret_form, &offset) ||
      dwarf_get_version_of_die(die, &version, &offset_bytes) != DW_DLV_OK)
    return false;
  const struct elf_section *section = own_section(file);
  struct bytes bytes = bytes_at(section->data, section->bytes, offset);
  switch (*ret_form) {
  case DW_FORM_rnglistx:
  case DW_FORM_loclistx:
    *ret = bytes_leb128(&bytes);
    break;
  case DW_FORM_data4:
    *ret = bytes_number(&bytes, 4);
    break;
  case DW_FORM_data8:
    *ret = bytes_number(&bytes, 8);
    break;
  case DW_FORM_sec_offset:
    *ret = bytes_number(&bytes, offset_bytes == 8 ? 8 : 4);
    break;
  default:
    return false;
  }
  return !bytes.overrun;
}

bool dwarf_file_expression(const struct dwarf_file *file, Dwarf_Die die, Dwarf_Half number, struct bytes *ret)
{
  Dwarf_Half form;
  Dwarf_Off offset;
  uint64_t size;
  if (!find_value(file, die, number, &form, &offset))
    return false;
  const struct elf_section *section = own_section(file);
  struct bytes bytes = bytes_at(section->data, section->bytes, offset);
  switch (form) {
  case DW_FORM_exprloc:
  case DW_FORM_block:
    size = bytes_leb128(&bytes);
    break;
  case DW_FORM_block1:
    size = bytes_number(&bytes, 1);
    break;
  case DW_FORM_block2:
    size = bytes_number(&bytes, 2);
    break;
  case DW_FORM_block4:
    size = bytes_number(&bytes, 4);
    break;
  default:
    return false;
  }
  *ret = bytes_part(&bytes, size);
  return !bytes.overrun;
}
