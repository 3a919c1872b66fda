/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The core's description of a module (struct _DebugInfo), as of 3.19: offsets of its parts. */
#ifndef SEEP_COREGRIND_GLUE_MODULES_MODULE_LAYOUT_H
#define SEEP_COREGRIND_GLUE_MODULES_MODULE_LAYOUT_H

#include "pub_tool_basics.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_xarray.h"

enum {
  MODULE_FILES = 40,     /* struct module_files */
  MODULE_IS_READ = 72,   /* Bool */
  MODULE_CONTENTS = 80,  /* what is read from the files, to the end */
  MODULE_TABLES = 640,   /* of the contents: symbols, lines and call frames, to the end */
  MODULE_BYTES = 904,
};

struct module_files {
  const HChar *name, *debug_name;
  XArray *mappings; /* struct module_mapping */
  Bool has_code, has_data, has_read_only;
};

struct module_mapping {
  Addr start;
  SizeT bytes;
  OffT file_offset;
  Bool is_code, is_data, is_read_only;
};

static inline const struct module_files *module_files(const DebugInfo *module)
{
  return (const struct module_files *)((const UChar *)module + MODULE_FILES);
}

/* If not, this is another core, and only its functions may be used. */
static inline Bool module_layout_is_known(const DebugInfo *module)
{
  return module_files(module)->name == VG_(DebugInfo_get_filename)(module);
}

static inline Bool module_has_code_at(const DebugInfo *module, Addr address)
{
  XArray *mappings = module_files(module)->mappings;
  for (Word i = 0; i < VG_(sizeXA)(mappings); i++) {
    const struct module_mapping *mapping = VG_(indexXA)(mappings, i);
    if (mapping->is_code && address - mapping->start < mapping->bytes)
      return True;
  }
  return False;
}

#endif
