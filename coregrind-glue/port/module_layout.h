/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The core's description of a module (struct _DebugInfo), which is private to it: where its parts lie. */
#ifndef SEEP_COREGRIND_GLUE_PORT_MODULE_LAYOUT_H
#define SEEP_COREGRIND_GLUE_PORT_MODULE_LAYOUT_H

#include "pub_tool_basics.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_xarray.h"

enum { MODULE_BYTES_MAX = 1024 };

struct module_layout {
  UInt bytes;
  UInt files;    /* struct module_files */
  UInt is_read;  /* Bool */
  UInt awaits;   /* Bool: debug files are still to be read; 0: they are read with the file itself */
  UInt contents; /* what is read from the files, to the end */
  UInt tables;   /* of the contents: symbols, lines and call frames, to the end */
};

struct module_files {
  const HChar *name, *debug_name;
  XArray *mappings; /* struct module_mapping */
};

struct module_mapping {
  Addr start;
  SizeT bytes;
  OffT file_offset;
  Bool is_code, is_data, is_read_only;
};

/* The core has asked for so many bytes, for this purpose: if it is a description, its size is known from now on. */
void module_layout_note_allocation(const HChar *purpose, SizeT bytes);

/* The layout of this core's descriptions, or NULL: it is none of those that are known, and only the core's functions
 * may be used. Asked for after the first description was made; the answer stays the same. */
const struct module_layout *module_layout(void);

/* Is this module described as the layout says? Asked before it is read; if not, only the core's functions may be used
 * for it. */
Bool module_layout_fits(const DebugInfo *module);

/* The layout is known, and no module was described otherwise. */
Bool module_layout_is_used(void);

/* Only with a known layout. */
const struct module_files *module_files(const DebugInfo *module);
Bool module_has_code_at(const DebugInfo *module, Addr address);

#endif
