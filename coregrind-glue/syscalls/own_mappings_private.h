/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kernel's text, and a file made of it. */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_OWN_MAPPINGS_PRIVATE_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_OWN_MAPPINGS_PRIVATE_H

#include "pub_tool_basics.h"

enum { MAPPING_DETAILS_MAX = 40 };

/* One mapping of the kernel's list, or a part of it. */
struct mapping {
  Addr start, end;
  HChar rights[5], rights_in_kernel[5];
  ULong offset;
  const HChar *file; /* device and inode */
  const HChar *name; /* or "" */
  /* Lines that follow in smaps, and their numbers. */
  const HChar *details[MAPPING_DETAILS_MAX];
  ULong numbers[MAPPING_DETAILS_MAX];
  UInt details_count;
};

/* Takes the next one off the text, which is cut into strings. False: there is none. */
Bool mapping_read(HChar **text, struct mapping *ret);

/* It becomes as long as that; numbers are the first part's as far as they fit. */
void mapping_cut(struct mapping *mapping, Addr start, Addr end);

/* Add what follows immediately. */
void mapping_append(struct mapping *mapping, const struct mapping *next);

/* As the kernel would write it. */
void mapping_write(Int fd, const struct mapping *mapping);

#endif
