/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the thread that runs may do. */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_CAPABILITIES_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_CAPABILITIES_H

#include "pub_tool_basics.h"

enum { CAPABILITY_SYS_ADMIN = 21, CAPABILITY_SYS_RESOURCE = 24 };

/* Is it in the effective set of the thread? */
Bool capabilities_have(UInt capability);

#endif
