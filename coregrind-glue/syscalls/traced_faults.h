/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A checked program that traces another checked one (ptrace) is not told of that one's faults which are the tool's own,
 * nor of the signal that the tool ends it with. */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_TRACED_FAULTS_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_TRACED_FAULTS_H

#include "pub_tool_basics.h"
#include "pub_tool_vki.h"

/* The guest is about to make a system call. */
void traced_faults_note_syscall(UInt number, const UWord *arguments);

/* It has got a signal; and ends by one. */
void traced_faults_note_signal(const vki_siginfo_t *info);
void traced_faults_note_end(Int signal);

/* After one that has succeeded: if it has waited for such a stop, the signal goes its way and the guest waits again. */
void traced_faults_hide(ThreadId tid, UInt number, const UWord *arguments, UWord result);

#endif
