/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Client requests of memcheck.h that concern the state of memory. Handlers for the table in requests.c: `argument` as
 * the guest passed it, the request's number first; they return what the request returns. */
#ifndef SEEP_MEMCHECK_REQUESTS_REQUESTS_MEMORY_H
#define SEEP_MEMCHECK_REQUESTS_REQUESTS_MEMORY_H

#include "pub_tool_basics.h"

/* VALGRIND_MAKE_MEM_*: arguments are a start and a number of bytes. */
UWord requests_make_noaccess(ThreadId tid, const UWord *argument);
UWord requests_make_undefined(ThreadId tid, const UWord *argument);
UWord requests_make_defined(ThreadId tid, const UWord *argument);
UWord requests_make_defined_if_addressable(ThreadId tid, const UWord *argument);

/* Return the first bad address, 0: there is none. */
UWord requests_check_addressable(ThreadId tid, const UWord *argument);
UWord requests_check_defined(ThreadId tid, const UWord *argument);

/* VALGRIND_GET_VBITS and VALGRIND_SET_VBITS, with the results that memcheck.h tells. */
UWord requests_get_v_bits(ThreadId tid, const UWord *argument);
UWord requests_set_v_bits(ThreadId tid, const UWord *argument);

/* Accesses to a range are not errors, until they are again. */
UWord requests_disable_address_errors(ThreadId tid, const UWord *argument);
UWord requests_enable_address_errors(ThreadId tid, const UWord *argument);

/* Make memory undefined for the guest. The code that runs now is the origin. */
void requests_undefine_range(ThreadId tid, Addr start, SizeT bytes);

/* Store a result in a variable of the guest, when there is one. */
void requests_store_result(Addr variable, UWord value);
/* The same for text, cut as strlcpy() cuts it. */
void requests_store_text(Addr buffer, SizeT buffer_bytes, const HChar *text);

#endif
