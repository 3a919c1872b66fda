/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A second process that has a copy of this one's memory as it is now, works on it, and ends. The guest runs on and does
 * not notice: it is no child to wait for, sends no signal, and holds none of the guest's descriptors.
 *
 * The two processes can send each other messages. */
#ifndef SEEP_COREGRIND_GLUE_CORE_DETACHED_PROCESS_H
#define SEEP_COREGRIND_GLUE_CORE_DETACHED_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

#include "pub_tool_basics.h"

/* Before the guest begins. */
void detached_init(void);

/* The guest is about to make a system call. After some of them a second process would be noticed. */
void detached_note_syscall(UInt number, const UWord *arguments);

enum detached_side { DETACHED_FAILED, DETACHED_ORIGINAL, DETACHED_COPY };

/* Make one. FAILED: the system has no room for it, or it would be noticed. The channel is for the original to leave;
 * in the detached process it and `kept_fd` alone are open. That process never returns to the core: detached_exit(). */
enum detached_side detached_start(int kept_fd, int *ret_channel);
void detached_close(int channel);
void detached_exit(void) __attribute__((noreturn));

/* How many workers (env_run_workers()) a detached process has processors for. */
unsigned detached_worker_count(void);

/* Messages of less than a kilobyte each; false: there is no one at the other end any more. */
bool detached_send(int channel, const void *message, size_t size);

enum detached_answer { DETACHED_SILENT, DETACHED_MESSAGE, DETACHED_GONE };

/* Wait for a message of this size, for so long at most (0: not at all, -1: for ever). */
enum detached_answer detached_receive(int channel, void *ret_message, size_t size, int timeout_ms);

#endif
