/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files by which vgdb reaches a process. */
#ifndef SEEP_COREGRIND_GLUE_CORE_DEBUGGER_FILES_H
#define SEEP_COREGRIND_GLUE_CORE_DEBUGGER_FILES_H

#include "pub_tool_basics.h"

/* Is this one of them? */
Bool debugger_files_have(const HChar *name);

/* Remove it, wherever the guest has moved its root or its mounts. */
void debugger_files_remove(const HChar *name);

#endif
