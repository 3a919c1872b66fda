/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Seep manages errors itself; but whether a thread has switched them off (VALGRIND_DISABLE_ERROR_REPORTING) only the
 * core knows. */
#ifndef SEEP_COREGRIND_GLUE_CORE_CORE_ERRORS_H
#define SEEP_COREGRIND_GLUE_CORE_CORE_ERRORS_H

#include "pub_tool_basics.h"

/* Before the core starts the guest. */
void core_errors_init(void);

/* Has this thread of the guest switched error reporting off? */
Bool core_errors_are_disabled(ThreadId tid);

#endif
