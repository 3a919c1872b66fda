/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a leak check has found, compared with the check before. */
#ifndef SEEP_MEMCHECK_PURE_LEAK_LEAK_DELTA_H
#define SEEP_MEMCHECK_PURE_LEAK_LEAK_DELTA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "memcheck/pure/leak/leak_scan.h"

struct leak_change {
  struct leak_loss loss; /* as it is now; no bytes and blocks: it is gone */
  /* To be added up over losses that differ only in their cycles. */
  uint64_t old_bytes, old_blocks, old_indirect_bytes, old_indirect_blocks;
};

struct leak_changes {
  struct leak_change *items; /* in the order of losses */
  size_t count;
};

/* Put both results' losses beside each other. `previous` may be NULL or empty. Release with leak_delta_release(). */
void leak_delta_compare(const struct leak_result *previous, const struct leak_result *now, struct leak_changes *ret);
void leak_delta_release(struct leak_changes *changes);

#endif
