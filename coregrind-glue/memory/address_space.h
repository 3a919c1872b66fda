/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where the guest's memory is placed. */
#ifndef SEEP_COREGRIND_GLUE_MEMORY_ADDRESS_SPACE_H
#define SEEP_COREGRIND_GLUE_MEMORY_ADDRESS_SPACE_H

#include "pub_tool_basics.h"

/* Find a place for so many bytes of the guest; nothing is mapped yet. False: there is none. */
Bool address_space_place(SizeT bytes, Addr *ret_start);

/* May the guest have memory at these addresses? */
Bool address_space_has(Addr start, SizeT bytes);

/* The same for memory below 2 GiB; 0: there is none. */
Addr address_space_place_low(SizeT bytes);

/* Is nothing of the guest's or the tool's there, and can the guest have it? */
Bool address_space_is_free(Addr start, SizeT bytes);

#endif
