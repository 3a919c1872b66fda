/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Errors that are found on the way: the first of each context is sent with all that is known of it, the others are
 * counted. errno stays as it is. */
#ifndef SEEP_NATIVE_ERRORS_H
#define SEEP_NATIVE_ERRORS_H

#include <stdint.h>

#include "memcheck/pure/stacks/stacks.h"
#include "native/watched_thread.h"
#include "shared/record/record.h"

/* Once, before any is reported. */
void errors_begin(void);

/* `error` has all but its id, thread and stack, which are those given here. The program goes on, unless it is to end
 * with its first error. */
void errors_report(struct watched_thread *thread, struct record_error *error, stack_id stack);

/* Counts that have changed since they were sent; at the end. LOCK_OUTPUT is held, or nobody else runs. */
void errors_send_counts(void);

/* In a child after fork: errors from before it count there, too. */
void errors_send_inherited(void);

#endif
