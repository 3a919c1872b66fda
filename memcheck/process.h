/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The life of the process as the record tells it: START, forks, execs, END_OF_RUN and the exit status. */
#ifndef SEEP_MEMCHECK_PROCESS_H
#define SEEP_MEMCHECK_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "memcheck/pure/stacks/stacks.h"
#include "shared/record/record.h"

#include "pub_tool_basics.h"

/* Register for forks and system calls; before the core starts the guest. */
void process_init(void);

/* Open the channel and send START and the modules. */
void process_begin(void);

/* A signal was delivered to the guest, with siginfo's code and address; the last one noted turned out to be fatal.
 * `stack`: the one that the core has shown for it; 0: none. */
void process_note_signal(uint64_t signal, int64_t code, uint64_t address);
void process_note_fatal(ThreadId tid, stack_id stack);

/* There is another process. */
void process_note_fork(UInt child);

/* This process is about to become another program; it does not. */
void process_note_execution(ThreadId tid, const HChar *path, Bool is_checked);
void process_note_no_execution(ThreadId tid, UWord error);

/* Is this thread in a system call that has not been made yet? */
bool process_begins_syscall(ThreadId tid);

/* The guest is about to end: report all, let the reporter finish, learn the exit status. */
void process_end(void);

/* The status with which the guest is about to end, as far as it is known. */
uint64_t process_exit_status(void);

/* gdb or vgdb kills the guest: there will be no report, but what was told so far is shown. */
void process_end_by_debugger(void);

/* The core cannot go on, and has said why. Anything may be broken, so nothing else is told. */
void process_end_by_failure(void);

#endif
