/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the core does for the guest, mostly in system calls: it says what it is about to read and write there. */
#ifndef SEEP_MEMCHECK_SYSCALLS_H
#define SEEP_MEMCHECK_SYSCALLS_H

/* Before options are known. */
void syscalls_init(void);

/* Once options are known. */
void syscalls_begin(void);

#endif
