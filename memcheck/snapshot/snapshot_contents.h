/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the file of a snapshot holds: threads, blocks, pointers, roots. */
#ifndef SEEP_MEMCHECK_SNAPSHOT_SNAPSHOT_CONTENTS_H
#define SEEP_MEMCHECK_SNAPSHOT_SNAPSHOT_CONTENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "memcheck/pure/leak/leak_scan.h"
#include "memcheck/pure/snapshot/snapshot_capture.h"
#include "memcheck/snapshot/snapshot_file.h"
#include "shared/record/record.h"

struct snapshot_contents {
  struct snapshot_file *file;
  bool is_detached;  /* this is a detached process: all stacks have been sent, and it may have several workers */
  bool has_verdicts; /* see struct snapshot_source */
  struct leak_root *roots;
  size_t root_count;
};

/* Look where the threads and roots are now; release with snapshot_contents_release(). */
void snapshot_contents_collect(struct snapshot_contents *contents, bool at_exit);
void snapshot_contents_release(struct snapshot_contents *contents);

/* Would writing them keep the program waiting for longer than having another process do it? */
bool snapshot_contents_are_large(const struct snapshot_contents *contents);

/* Send all stacks that the contents may name to the record, so that writing sends none. */
void snapshot_contents_send_stacks(void);

/* Write all but SNAPSHOT_END; then that. A failure shows in the file. */
void snapshot_contents_write(struct snapshot_contents *contents, const struct record_snapshot *head,
                             struct snapshot_counts *ret);
void snapshot_contents_end(struct snapshot_contents *contents, const struct snapshot_counts *counts, uint64_t pause_ns);

#endif
