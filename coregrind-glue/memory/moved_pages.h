/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Contents of a large heap block that takes another place: its pages move, which takes no time, and nothing is
 * copied. */
#ifndef SEEP_COREGRIND_GLUE_MEMORY_MOVED_PAGES_H
#define SEEP_COREGRIND_GLUE_MEMORY_MOVED_PAGES_H

#include "pub_tool_basics.h"

/* Move the whole pages of the block [from, from + bytes) into the new block [to, to + to_bytes), which is at least as
 * large. Empty pages are left in their place. Returns False if nothing has changed but what the new block held; else
 * *ret_start and *ret_end say which bytes have moved, relative to the blocks: the rest is to be copied. */
Bool moved_pages(Addr to, SizeT to_bytes, Addr from, SizeT bytes, SizeT *ret_start, SizeT *ret_end);

#endif
