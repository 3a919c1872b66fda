/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Checks of what the core and the kernel read and write for the guest, mostly in system calls. */
#ifndef SEEP_MEMCHECK_REQUESTS_SYSCALLS_H
#define SEEP_MEMCHECK_REQUESTS_SYSCALLS_H

#include "pub_tool_basics.h"

/* Before options are known. */
void syscalls_init(void);

/* Once options are known. */
void syscalls_begin(void);

/* V bits of a thread's registers have been set. */
void syscalls_registers_changed(ThreadId tid);

/* For handlers of system calls that the core does not have; `what` is "call(parameter)". Registers are given by their
 * offsets in the guest state. */
void syscalls_check_register(ThreadId tid, const HChar *what, PtrdiffT offset, SizeT bytes);
void syscalls_check_read(ThreadId tid, const HChar *what, Addr start, SizeT bytes);
void syscalls_check_text(ThreadId tid, const HChar *what, Addr start);
void syscalls_check_write(ThreadId tid, const HChar *what, Addr start, SizeT bytes);
/* Report an address that is known not to be readable. */
void syscalls_tell_unaddressable(ThreadId tid, const HChar *what, Addr address);
void syscalls_note_written(ThreadId tid, Addr start, SizeT bytes);

/* Code of that thread was left in the middle of a block. */
void syscalls_left_code(ThreadId tid);

#endif
