/* SPDX-License-Identifier: GPL-2.0-or-later */
/* When the core's list of mappings is nearly full. */
#ifndef SEEP_COREGRIND_GLUE_CORE_CROWDED_MAPPINGS_H
#define SEEP_COREGRIND_GLUE_CORE_CROWDED_MAPPINGS_H

#include "pub_tool_basics.h"

/* Is this change of rights not to be noted in it, as the list has no room? */
Bool crowded_mappings_leave_out(Addr start, SizeT bytes, UInt protection);

#endif
