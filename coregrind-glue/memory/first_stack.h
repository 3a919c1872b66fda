/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The stack of the first thread, which grows where it is touched. */
#ifndef SEEP_COREGRIND_GLUE_MEMORY_FIRST_STACK_H
#define SEEP_COREGRIND_GLUE_MEMORY_FIRST_STACK_H

#include "pub_tool_basics.h"

/* The core reserves room for it. False: in its own way. */
Bool first_stack_reserve(Addr start, SizeT bytes, SSizeT extra);

/* How much more is to be mapped below what the core maps there. */
SizeT first_stack_mapped_below(Addr start);

/* Nothing is mapped there, and the guest has touched it, or the kernel is about to for it. True: it is stack now, and
 * the access can be repeated. */
Bool first_stack_settle_fault(Addr address);

#endif
