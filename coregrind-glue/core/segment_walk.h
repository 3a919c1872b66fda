/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The core's segments within a range, one after the other. */
#ifndef SEEP_COREGRIND_GLUE_CORE_SEGMENT_WALK_H
#define SEEP_COREGRIND_GLUE_CORE_SEGMENT_WALK_H

#include "pub_tool_basics.h"

#include "pub_tool_aspacemgr.h"

struct segment_walk {
  const NSegment *segment;
  Addr start, end; /* the part of it that is within the range */
  Addr limit;      /* the range ends here */
};

static inline struct segment_walk segment_walk_of(Addr start, SizeT bytes)
{
  return (struct segment_walk){.end = start, .limit = start + bytes};
}

/* On to the next one; False at the end of the range, and where the core knows of nothing. */
static inline Bool segment_walk_next(struct segment_walk *walk)
{
  walk->start = walk->end;
  if (walk->start >= walk->limit || !(walk->segment = VG_(am_find_nsegment)(walk->start)))
    return False;
  walk->end = walk->segment->end < walk->limit ? walk->segment->end + 1 : walk->limit;
  return True;
}

#endif
