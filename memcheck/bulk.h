/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the replaced string and memory functions of the guest ask for (coregrind-glue/preload_requests.h): to report overlap,
 * and to do at once, data and shadow together, what would take them long. */
#ifndef SEEP_MEMCHECK_BULK_H
#define SEEP_MEMCHECK_BULK_H

#include "pub_tool_basics.h"

/* Copies up or down as the ranges need it, or fills; returns how many bytes are done, from that end on. */
SizeT bulk_copy(Addr to, Addr from, SizeT bytes);
SizeT bulk_fill(Addr to, UChar value, SizeT bytes);

/* Handlers of client requests, see requests.c. */
UWord bulk_on_overlap(ThreadId tid, const UWord *argument);
UWord bulk_on_copy(ThreadId tid, const UWord *argument);
UWord bulk_on_fill(ThreadId tid, const UWord *argument);
UWord bulk_on_skip_others(ThreadId tid, const UWord *argument);
UWord bulk_on_skip_equal(ThreadId tid, const UWord *argument);

#endif
