/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Errors are kept by Seep, not by the core; but the core keeps, per thread, whether the guest wants any
 * (VALGRIND_DISABLE_ERROR_REPORTING). */
#ifndef SEEP_COREGRIND_GLUE_CORE_CORE_ERRORS_H
#define SEEP_COREGRIND_GLUE_CORE_CORE_ERRORS_H

#include "pub_tool_basics.h"

/* Before the core starts the guest. */
void core_errors_init(void);

/* Has this thread of the guest switched error reporting off? */
Bool core_errors_are_disabled(ThreadId tid);

#endif
