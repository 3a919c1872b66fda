/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Why blocks are called possibly or definitely lost that a program may hold on to: by pointers with tags, into the
 * block, behind it, or where no pointer is looked for. Verdicts stay what they are. */
#ifndef SEEP_MEMCHECK_PURE_LEAK_LEAK_DOUBTS_H
#define SEEP_MEMCHECK_PURE_LEAK_LEAK_DOUBTS_H

#include "memcheck/pure/leak/leak_scan.h"

/* See DOUBT in shared/record/frame_kinds.def. */
struct leak_doubt {
  uint8_t kind, cause;
  uint32_t stack_id; /* cut as in losses */
  uint64_t value, blocks;
};

struct leak_doubts {
  struct leak_doubt *items; /* at most one of each kind, stack and cause */
  uint32_t count, capacity;
};

/* After a scan with these arguments, whose verdicts are in the blocks. Release with leak_doubts_release(). */
void leak_doubts_find(struct blocks *blocks, const struct leak_memory *memory, const struct leak_root *roots,
                      size_t root_count, const struct leak_options *options, const struct leak_result *result,
                      struct leak_doubts *ret);
void leak_doubts_release(struct leak_doubts *doubts);

#endif
