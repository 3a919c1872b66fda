/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the replaced string and memory functions of the guest ask for (coregrind-glue/preload/preload_requests.h): to do
 * at once, data and shadow together, what would take them long. */
#ifndef SEEP_MEMCHECK_RUNTIME_BULK_REQUESTS_H
#define SEEP_MEMCHECK_RUNTIME_BULK_REQUESTS_H

#include "pub_tool_basics.h"

/* Copies up or down as the ranges need it, or fills; returns how many bytes are done, from that end on. */
SizeT bulk_requests_copy(Addr to, Addr from, SizeT bytes);
Bool bulk_requests_copies_down(Addr to, Addr from, SizeT bytes);
SizeT bulk_requests_fill(Addr to, UChar value, SizeT bytes);

/* The same up to the end of the string, without it; none of it when the ranges overlap. */
SizeT bulk_requests_copy_text(Addr to, Addr from, SizeT bytes_max);

/* How many bytes from the start are defined, and none of the lowest three bytes of `others`. */
SizeT bulk_requests_count_others(Addr start, ULong others, SizeT bytes_max);
/* For how many bytes both are defined, and equal, and not zero unless `zero_is_equal`. May be too few where memory
 * ends. */
SizeT bulk_requests_count_equal(Addr a, Addr b, SizeT bytes_max, Bool zero_is_equal);

#endif
