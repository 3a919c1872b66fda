/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each layout that is known has a line in the table. Which one this core has is found out from the core itself: the
 * size of its descriptions from its allocation of the first one, and places in them by its functions that return single
 * fields. These are given a description in which each word holds its own offset, so that what they return is where they
 * look. */
#include "coregrind-glue/port/module_layout.h"

#include "config.h" // PORT_...

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"

/* What the core's functions show of a layout. Two that look the same differ in whether debug files are read later. */
struct sights {
  SizeT bytes, filename, soname, text_start, symbol_count, reads_debug_later;
};

static const struct known_layout {
  struct sights sights;
  struct module_layout layout;
} known_layouts[] = {
  /* 3.19 */
  {{904, 40, 80, 96, 648, 0}, {.bytes = 904, .files = 40, .is_read = 72, .contents = 80, .tables = 640}},
  /* 3.20: mappings are counted */
  {{912, 40, 88, 104, 656, 0}, {.bytes = 912, .files = 40, .is_read = 80, .contents = 88, .tables = 648}},
  /* 3.22: debug files are read later */
  {{912, 40, 88, 104, 656, 1}, {.bytes = 912, .files = 40, .is_read = 80, .awaits = 81, .contents = 88, .tables = 648}},
  /* 3.26 and 3.28: subprograms are kept for names of inlined calls */
  {{936, 40, 88, 104, 656, 1}, {.bytes = 936, .files = 40, .is_read = 80, .awaits = 81, .contents = 88, .tables = 648}},
  /* 3.27: and a field for another system */
  {{944, 40, 88, 104, 656, 1}, {.bytes = 944, .files = 40, .is_read = 80, .awaits = 81, .contents = 88, .tables = 648}},
};

static SizeT description_bytes;
static Bool some_do_not_fit;

void module_layout_note_allocation(const HChar *purpose, SizeT bytes)
{
  if (description_bytes == 0 && VG_(strcmp)(purpose, "di.debuginfo.aDI.1") == 0)
    description_bytes = bytes;
}

extern const HChar *__real_vgPlain_DebugInfo_get_soname(const DebugInfo *module);
extern Int __real_vgPlain_DebugInfo_syms_howmany(const DebugInfo *module);

static struct sights look(void)
{
  ULong words[MODULE_BYTES_MAX / sizeof(ULong)];
  const DebugInfo *module = (const DebugInfo *)words;
  for (UInt i = 0; i < sizeof words / sizeof *words; i++)
    words[i] = i * sizeof *words;
  return (struct sights){
    .bytes = description_bytes,
    .filename = (SizeT)VG_(DebugInfo_get_filename)(module),
    .soname = (SizeT)__real_vgPlain_DebugInfo_get_soname(module),
    .text_start = VG_(DebugInfo_get_text_avma)(module),
    .symbol_count = (SizeT)__real_vgPlain_DebugInfo_syms_howmany(module),
    .reads_debug_later = PORT_READS_DEBUG_LATER,
  };
}

static const struct module_layout *find_layout(void)
{
  const struct sights sights = look();
  for (UInt i = 0; i < sizeof known_layouts / sizeof *known_layouts; i++)
    if (VG_(memcmp)(&known_layouts[i].sights, &sights, sizeof sights) == 0)
      return &known_layouts[i].layout;
  return NULL;
}

const struct module_layout *module_layout(void)
{
  static Bool is_found;
  static const struct module_layout *layout;
  if (!is_found && description_bytes != 0) {
    layout = find_layout();
    is_found = True;
  }
  return layout;
}

/* Mappings of code are where the core has executable memory of a file. */
static Bool is_mapped_so(const struct module_mapping *mapping)
{
  const NSegment *segment = VG_(am_find_nsegment)(mapping->start);
  return mapping->bytes != 0 && segment != NULL && segment->kind != SkFree && (!mapping->is_code || segment->hasX);
}

static Bool is_described_so(const DebugInfo *module)
{
  Bool has_code = False;
  if (module_layout() == NULL || module_files(module)->name != VG_(DebugInfo_get_filename)(module))
    return False;
  XArray *mappings = module_files(module)->mappings;
  for (Word i = 0; i < VG_(sizeXA)(mappings); i++) {
    const struct module_mapping *mapping = VG_(indexXA)(mappings, i);
    if (!is_mapped_so(mapping))
      return False;
    has_code |= mapping->is_code;
  }
  return has_code;
}

Bool module_layout_fits(const DebugInfo *module)
{
  const Bool fits = is_described_so(module);
  some_do_not_fit |= !fits;
  return fits;
}

Bool module_layout_is_used(void)
{
  return module_layout() != NULL && !some_do_not_fit;
}

const struct module_files *module_files(const DebugInfo *module)
{
  return (const struct module_files *)((const UChar *)module + module_layout()->files);
}

Bool module_has_code_at(const DebugInfo *module, Addr address)
{
  XArray *mappings = module_files(module)->mappings;
  for (Word i = 0; i < VG_(sizeXA)(mappings); i++) {
    const struct module_mapping *mapping = VG_(indexXA)(mappings, i);
    if (mapping->is_code && address - mapping->start < mapping->bytes)
      return True;
  }
  return False;
}
