/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One thread of a running program, stopped where it has none of the locks of the C library or the loader, so that
 * functions can be called by it. It notices nothing of that, and goes on afterwards. */
#ifndef SEEP_HOST_LAUNCHER_ATTACH_THREAD_H
#define SEEP_HOST_LAUNCHER_ATTACH_THREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/base/error.h"
#include "host/launcher/attach_target.h"

struct attach_thread;

/* Wait for some seconds for a thread that can be used. */
struct error *attach_thread_stop(const struct attach_target *target, struct attach_thread **ret);

/* Let it go on as it was. NULL is allowed. */
void attach_thread_release(struct attach_thread *thread);

/* A text, or other bytes, in memory that the thread has for its calls, until it goes on. */
struct error *attach_thread_put(struct attach_thread *thread, const void *data, size_t bytes, uint64_t *ret_address);

/* Have it call a function of the program's; *ret is what that returns. */
struct error *attach_thread_call(struct attach_thread *thread, uint64_t function, uint64_t a, uint64_t b, uint64_t c,
                                 uint64_t *ret);

/* Did a call fail as the dynamic linker is at work for another thread, and may go well later? */
bool attach_thread_is_behind_loader(const struct attach_thread *thread);

#endif
