/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How the leak scan, snapshots and who_points_at read the running guest: see struct leak_memory. */
#ifndef SEEP_MEMCHECK_LEAK_LEAK_READER_H
#define SEEP_MEMCHECK_LEAK_LEAK_READER_H

#include "memcheck/pure/base/env.h"
#include "memcheck/pure/leak/leak_scan.h"

/* Forget what is known of mappings, which may have changed. roots_collect() does that. */
void leak_reader_begin(void);

/* One for each worker, as each keeps in mind what it has read last; the first is for code without workers. */
extern const struct leak_memory leak_reader_memories[ENV_WORKERS_MAX];
static const struct leak_memory *const leak_reader_memory = &leak_reader_memories[0];

#endif
