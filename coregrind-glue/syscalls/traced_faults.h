/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A checked program that traces another checked one (ptrace) is not told of that one's faults which are the tool's own. */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_TRACED_FAULTS_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_TRACED_FAULTS_H

#include "pub_tool_basics.h"

/* The guest is about to make a system call. */
void traced_faults_note_syscall(UInt number, const UWord *arguments);

/* After one that has succeeded: if it has waited for such a fault, the fault goes its way and the guest waits again. */
void traced_faults_hide(ThreadId tid, UInt number, const UWord *arguments, UWord result);

#endif
