/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The core's list of mappings has an end. When it is nearly full, pages of data that the program closes or makes
 * read-only remain open in it, so that a mapping with guard pages is one entry. Who reads the program's memory by that
 * list meets such pages in other places, too, and is prepared; the shadow knows of them. */
#include "coregrind-glue/core/crowded_mappings.h"

#include "coregrind-glue/core/core_basics.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_vki.h"

enum { LISTED_MAX = 30000, LISTED_MANY = 24000, CALLS_BETWEEN_COUNTS = 64, THOROUGH = 3 };

static Bool is_crowded(void)
{
  static Addr starts[LISTED_MAX];
  static UInt calls;
  static Bool was_crowded;
  if (calls++ % CALLS_BETWEEN_COUNTS == 0) {
    const Int count =
      VG_(am_get_segment_starts)(SkFree | SkAnonC | SkAnonV | SkFileC | SkFileV | SkShmC | SkResvn, starts, LISTED_MAX);
    was_crowded = count < 0 || count > LISTED_MANY;
  }
  return was_crowded && VG_(clo_sanity_level) < THOROUGH; /* where the list is held against the kernel's */
}

/* Within one mapping of the program's data. */
static Bool is_open_data(Addr start, SizeT bytes)
{
  const NSegment *segment = VG_(am_find_nsegment)(start);
  return segment != NULL && segment->kind == SkAnonC && segment->hasR && segment->hasW && !segment->hasX &&
         bytes - 1 <= segment->end - start;
}

Bool crowded_mappings_leave_out(Addr start, SizeT bytes, UInt protection)
{
  return bytes > 0 && is_crowded() && !(protection & VKI_PROT_EXEC) && is_open_data(start, bytes);
}
