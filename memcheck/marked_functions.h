/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --mark-function: a MARK frame whenever the program enters a function of that name. */
#ifndef SEEP_MEMCHECK_MARKED_FUNCTIONS_H
#define SEEP_MEMCHECK_MARKED_FUNCTIONS_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/* One more name, which may have * and ? in it. C++ functions match with or without their parameters. */
void marked_functions_add(const HChar *name);

/* Is anything to be marked? */
Bool marked_functions_any(void);

/* Before instrumentation: the block with a call at each such function's first instruction, the same one when it has
 * none. */
IRSB *marked_functions_add_calls(IRSB *block);

/* Tell of names that no function had which the program entered. */
void marked_functions_at_exit(void);

#endif
