/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Checks of the memory of operations that io_submit() begins, and what they have read. */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_ASYNCHRONOUS_IO_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_ASYNCHRONOUS_IO_H

#include "pub_tool_basics.h"

/* io_submit() is about to begin so many. */
void asynchronous_io_submits(ThreadId tid, Addr context, Word count, Addr operations);

/* So many have ended, as the kernel's events say. */
void asynchronous_io_done(ThreadId tid, Addr events, UWord count);

#endif
