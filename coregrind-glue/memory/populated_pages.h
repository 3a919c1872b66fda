/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The pages that hold anything, of mappings that may be much larger than all the memory there is. */
#ifndef SEEP_COREGRIND_GLUE_MEMORY_POPULATED_PAGES_H
#define SEEP_COREGRIND_GLUE_MEMORY_POPULATED_PAGES_H

#include "pub_tool_basics.h"

enum { POPULATED_PIECE_PAGES = 4096 };

struct populated {
  Int pagemap; /* a descriptor; negative: all pages count as populated, as nothing is known */
  ULong entries[POPULATED_PIECE_PAGES];
  UChar residence[POPULATED_PIECE_PAGES];
};

/* Before the first question and after the last. */
void populated_begin(struct populated *populated);
void populated_end(struct populated *populated);

/* The first run in [start, end), whole pages of anonymous memory, that may hold anything but zeros; it may include some
 * empty pages. False: there is none. */
Bool populated_next(struct populated *populated, Addr start, Addr end, Addr *ret_start, Addr *ret_end);

#endif
