/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What has become of other blocks of the stacks that a check has found losses of, as frames of the record
 * (SIBLINGS). */
#ifndef SEEP_MEMCHECK_PURE_LEAK_LEAK_SIBLINGS_H
#define SEEP_MEMCHECK_PURE_LEAK_LEAK_SIBLINGS_H

#include "memcheck/pure/blocks/block_ends.h"
#include "memcheck/pure/leak/leak_frames.h"

/* `changes` are those of one check, whose options have that `stack_key`. */
void leak_siblings_send(const struct leak_frames_output *output, uint64_t check_id, const struct leak_changes *changes,
                        const struct leak_options *options, const struct block_ends *ends);

#endif
