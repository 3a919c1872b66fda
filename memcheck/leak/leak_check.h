/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Leak checks of the running guest: collect its roots, run the scan, send the loss records. */
#ifndef SEEP_MEMCHECK_LEAK_LEAK_CHECK_H
#define SEEP_MEMCHECK_LEAK_LEAK_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "shared/record/record.h"

#include "pub_tool_basics.h"

/* The check at the end of the program. Returns when the reporter has shown it. */
void leak_check_at_exit(void);

/* Has there been a check, in this process or in one that it was forked from? */
bool leak_check_was_made(void);

/* A check by client request; `mode`, `delta` as in LEAK_BEGIN. */
void leak_check_by_request(ThreadId tid, unsigned mode, unsigned delta);

/* A check by monitor command: what is to be searched and shown. */
struct leak_check_query {
  unsigned mode, delta;   /* as in LEAK_BEGIN */
  unsigned show_kinds;    /* set of 1 << enum record_leak_kind */
  unsigned heuristics;    /* set of 1 << enum record_heuristic */
  uint64_t records_max;   /* 0: all */
  const HChar *xtree_file; /* its name as in options, for an execution tree instead; NULL: none */
};
void leak_check_by_monitor(ThreadId tid, const struct leak_check_query *query);

/* Totals of the last check by verdict, in the order of COUNT_LEAKS: leaked, dubious, reachable, suppressed. */
void leak_check_count(uint64_t ret_bytes[4], uint64_t ret_blocks[4]);

#endif
