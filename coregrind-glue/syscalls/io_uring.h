/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Checks of the memory of operations that the guest submits by io_uring. */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_IO_URING_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_IO_URING_H

#include "pub_tool_basics.h"

/* io_uring_setup() has returned this descriptor and filled the guest's struct io_uring_params. */
void io_uring_begins(Int ring, Addr parameters);

/* The guest has mapped a descriptor, or is about to close one. */
void io_uring_mapped(Int descriptor, ULong offset, Addr start);
void io_uring_closes(Int descriptor);

/* io_uring_register() has succeeded. */
void io_uring_registered(Int ring, UInt operation, Addr argument);

/* io_uring_enter() is about to submit so many operations. */
void io_uring_enters(ThreadId tid, Int ring, UInt count, UInt flags);

#endif
