/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Of large mappings, which may be much larger than all the memory there is: the pages that hold anything. */
#ifndef SEEP_COREGRIND_GLUE_MEMORY_POPULATED_H
#define SEEP_COREGRIND_GLUE_MEMORY_POPULATED_H

#include "pub_tool_basics.h"

enum { POPULATED_PIECE_PAGES = 4096 };

struct populated {
  Int pagemap; /* a descriptor, or negative: it cannot be told, so that all pages count as populated */
  ULong entries[POPULATED_PIECE_PAGES];
  UChar residence[POPULATED_PIECE_PAGES];
};

void populated_begin(struct populated *populated);
void populated_end(struct populated *populated);

/* Of whole pages of anonymous memory: the first run that may hold something else than zeros, some empty pages included. False: there
 * is none. */
Bool populated_next(struct populated *populated, Addr start, Addr end, Addr *ret_start, Addr *ret_end);

#endif
