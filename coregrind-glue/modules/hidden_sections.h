/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A core that does not know how a debug section is compressed reads nothing of the file, neither symbols nor call
 * frames. Nothing in such sections is needed here, as names and lines are the host's affair, so the core is not shown
 * them. */
#ifndef SEEP_COREGRIND_GLUE_MODULES_HIDDEN_SECTIONS_H
#define SEEP_COREGRIND_GLUE_MODULES_HIDDEN_SECTIONS_H

#include "pub_tool_basics.h"

enum { SECTION_HEADER_BYTES = 64 };

/* Where a file has its table of sections; all zero before it is first used. */
struct section_table {
  Bool is_known;
  ULong offset;
  UInt count; /* 0: there is none */
};

/* The core has read so many bytes at an offset of the file. If they are the header of a section that it cannot read,
 * take its name away. */
void hidden_sections_show(const HChar *path, struct section_table *table, ULong offset,
                          UChar header[SECTION_HEADER_BYTES]);

#endif
