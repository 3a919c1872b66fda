/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The library in a program that ran before (`seep attach`): its beginning there, and its end, after which the program
 * goes on. */
#ifndef SEEP_NATIVE_ATTACHMENT_H
#define SEEP_NATIVE_ATTACHMENT_H

#include <stddef.h>
#include <stdint.h>

#include "native/watched_thread.h"

/* Called from outside, by a thread of the program's that was stopped where it has no locks and whose registers are kept
 * there, with all signals blocked. `options`: as NATIVE_VARIABLE's file has them. Returns "", or why it cannot be:
 * then the program is as it was. *ret_pause_ns: for how long all threads stood still. */
const char *seep_native_attach(const char *options, size_t bytes, uint64_t *ret_pause_ns);

/* The last check, and nothing is noted any more. `thread`: the running one, which is inside and has the claim. Returns
 * for how long all threads stood still. */
uint64_t attachment_end(struct watched_thread *thread);

#endif
