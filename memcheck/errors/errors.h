/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Errors: the first of each context is sent with all that is known of it, the others are counted. */
#ifndef SEEP_MEMCHECK_ERRORS_ERRORS_H
#define SEEP_MEMCHECK_ERRORS_ERRORS_H

#include "shared/record/record.h"

#include "pub_tool_basics.h"

void errors_init(void);

/* Report what `error` says; id, tid, stack and the place of its address (when `describe`) are filled in here. Returns
 * when the reporter has shown it, so that the guest's own output and the report keep their order. */
void errors_report(ThreadId tid, struct record_error *error, bool describe);

/* The same for an error that is no more than its kind and an address, which is described. */
void errors_report_at(ThreadId tid, enum record_error_kind kind, uint64_t address);

/* An error that is found at the end, in no thread of its own, so that it is told of the first: `error` has its stack
 * already, or none, and belongs to no context met before. */
void errors_report_at_exit(struct record_error *error);

/* Asked about new errors at blocks that are freed, whose place is known: sends a trail, and returns its number
 * (ERROR). */
void errors_set_teller_of_freed(uint64_t (*teller)(const struct record_error *error));

/* Told of each error, before anything decides whether it is new, or shown. */
void errors_set_witness(void (*witness)(ThreadId tid, const struct record_error *error));

/* Unsuppressed errors so far, as the reporter counts them. */
UInt errors_found(void);

/* Error contexts that were shown, and the id of the one that happened last; 0: none. */
UInt errors_shown(void);
uint64_t errors_last(void);

/* Send counts that changed since they were last sent. */
void errors_send_counts(void);

/* In a child after fork: send the errors from before it, which count in the child too. */
void errors_send_inherited(void);

#endif
