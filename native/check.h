/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The leak check of this process: blocks, roots, verdicts, frames. */
#ifndef SEEP_NATIVE_CHECK_H
#define SEEP_NATIVE_CHECK_H

#include "native/memory_view.h"
#include "native/output.h"
#include "native/settings.h"

/* All live blocks, in the table that a scan works on; to be destroyed. */
struct blocks *check_blocks(void);

struct check_order {
  unsigned mode;   /* enum record_leak_mode */
  unsigned delta;  /* enum record_leak_delta: which records are told */
  unsigned reason; /* enum record_leak_reason */
  unsigned generation;
};

/* Of such a table, by memory_view.h, while the process stands still. Each block has its verdict then. */
void check_run(struct output *output, const struct native_settings *settings, struct blocks *blocks,
               const struct check_order *order);

/* A new stream begins, whose first check is compared with none. */
void check_forget(void);

#endif
