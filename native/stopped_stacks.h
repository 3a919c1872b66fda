/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a snapshot says of each thread, so that the host can name what it finds on its stack and in its thread-local
 * storage: HEAP_THREAD. */
#ifndef SEEP_NATIVE_STOPPED_STACKS_H
#define SEEP_NATIVE_STOPPED_STACKS_H

#include "native/output.h"

/* All threads stand still. Their stacks are sent to the record, and each is told. */
void stopped_stacks_visit(struct output *record, void (*tell)(void *context, const struct record_heap_thread *frame),
                          void *context);

#endif
