/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A second process that writes a snapshot while the program goes on (shared/base/second_process.h), one at a time. What
 * both know of it is in memory that they share. */
#ifndef SEEP_NATIVE_SNAPSHOT_WRITER_H
#define SEEP_NATIVE_SNAPSHOT_WRITER_H

#include <stdbool.h>
#include <stdint.h>

#include "memcheck/pure/snapshot/snapshot_capture.h"

/* What the writer tells when it is done. */
struct snapshot_written {
  struct snapshot_counts counts;
  uint64_t bytes, written_ns;
  int errno_value;
};

/* While all threads stand still, and the view of the memory is valid: make it. FAILED: none can be had, as it would be
 * noticed, or would not see what is there now. COPY: this is the writer, in which the two descriptors alone are open
 * (negative: none). */
enum snapshot_side { SNAPSHOT_SIDE_FAILED, SNAPSHOT_SIDE_ORIGINAL, SNAPSHOT_SIDE_COPY };
enum snapshot_side snapshot_writer_start(int one, int other);

/* In the original: is there one? How long the program stood still, which the writer waits for. */
bool snapshot_writer_is_there(void);
void snapshot_writer_tell_pause(uint64_t pause_ns);

/* In the writer. */
uint64_t snapshot_writer_learn_pause(void);
void snapshot_writer_end(const struct snapshot_written *written) __attribute__((noreturn));

/* In the original, for a writer that is there: wait for so long at most (0: not at all) until it is done or gone. */
enum snapshot_writer_state { SNAPSHOT_WRITER_AT_WORK, SNAPSHOT_WRITER_DONE, SNAPSHOT_WRITER_GONE };
enum snapshot_writer_state snapshot_writer_look(unsigned wait_ms, struct snapshot_written *ret);

/* It is nobody's any more: it was given up, or this is a forked child. */
void snapshot_writer_leave(void);

#endif
