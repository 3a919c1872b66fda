/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Has a process run since it was looked at, and which of its threads does now? Who asks a program something every
 * second must not wake threads that wait: some waits begin anew then. */
#ifndef SEEP_HOST_LAUNCHER_RUNNING_THREAD_H
#define SEEP_HOST_LAUNCHER_RUNNING_THREAD_H

#include <stdbool.h>
#include <stdint.h>

/* A number that changes whenever a thread of it has run, by nanoseconds of the processor's; 0: not known. */
uint64_t running_thread_sum(long pid);

/* One that is running or ready to; 0: none is. */
long running_thread_find(long pid);

#endif
