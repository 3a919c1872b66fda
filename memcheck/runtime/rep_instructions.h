/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Repeated string instructions (`rep movs`, `rep stos`), with which compilers copy and clear structures: VEX makes a
 * block of one iteration of them, which runs once for each word. */
#ifndef SEEP_MEMCHECK_RUNTIME_REP_INSTRUCTIONS_H
#define SEEP_MEMCHECK_RUNTIME_REP_INSTRUCTIONS_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/* An instrumented block that begins with such an instruction gets a call before it, which does nearly all iterations at
 * once when none of them would have been reported. */
IRSB *rep_instructions_add_call(IRSB *block, const VexGuestExtents *extents);

#endif
