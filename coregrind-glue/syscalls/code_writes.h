/* SPDX-License-Identifier: GPL-2.0-or-later */
/* System calls that change code of the guest: writes into it, mappings that move over it. */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_CODE_WRITES_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_CODE_WRITES_H

#include "pub_tool_basics.h"

/* Before each system call of the guest: it may move or write to code in a way that the core does not tell. */
void code_writes_before(ThreadId tid, UInt number, const UWord *arguments);

/* Behind each system call of the guest that has succeeded: it may have changed code of the guest other than by a
 * mapping. */
void code_writes_after(ThreadId tid, UInt number, const UWord *arguments, UWord result);

#endif
