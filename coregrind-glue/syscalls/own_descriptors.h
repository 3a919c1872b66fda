/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tool's descriptors lie above those that the program may have. They are left out where the program lists its
 * own. */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_OWN_DESCRIPTORS_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_OWN_DESCRIPTORS_H

#include "pub_tool_basics.h"

/* After each system call that has succeeded: remove the tool's descriptors from what getdents has listed, and the bytes
 * they took from `result`. The program must not take what lies behind that for a result. */
void own_descriptors_hide(ThreadId tid, UInt number, const UWord *arguments, UWord *result);

#endif
