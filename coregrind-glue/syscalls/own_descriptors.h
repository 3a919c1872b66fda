/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Descriptors of the tool lie above those that the program may have. It does not see them where it lists its own. */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_OWN_DESCRIPTORS_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_OWN_DESCRIPTORS_H

#include "pub_tool_basics.h"

/* After each system call that has succeeded: take the tool's descriptors out of what getdents has listed. What lies behind `result`
 * then was not the kernel's to write. */
void own_descriptors_hide(ThreadId tid, UInt number, const UWord *arguments, UWord *result);

#endif
