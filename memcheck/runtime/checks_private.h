/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of the checks share; checks.h is for others. */
#ifndef SEEP_MEMCHECK_RUNTIME_CHECKS_PRIVATE_H
#define SEEP_MEMCHECK_RUNTIME_CHECKS_PRIVATE_H

#include "memcheck/runtime/checks.h"
#include "memcheck/pure/shadow/shadow.h"

/* A tag with no stack: what is stored has an origin other than its place, but nobody knows which. */
enum { CHECKS_ORIGIN_UNKNOWN = 1 };

#define CHECKS_INLINED static inline __attribute__((always_inline))

/* Which of up to 32 bytes are not addressable: a bit for each. `address`: SHADOW_LIMIT at most. */
CHECKS_INLINED ULong checks_unaddressable_bytes(Addr address, ULong bytes)
{
  ULong word;
  __builtin_memcpy(&word, shadow_a_bits(address), sizeof word);
  return word >> (address & 7) & ((1ULL << bytes) - 1);
}

/* --- checks_origins.c --- */

/* The origin of an undefined byte that the running thread loads. */
origin_tag checks_origin_now(const VexGuestAMD64State *state, Addr address);

/* That of what a load has taken from past the end of a block, in which `last_inside` is; 0: it is in none, or ends
 * elsewhere. */
origin_tag checks_origin_past_end(Addr last_inside);

/* --- checks_ignored.c --- */

/* Is it no error although it may not be addressed? By --ignore-ranges, or as it lies just below the stack. */
Bool checks_access_is_ignored(ThreadId tid, Addr address, SizeT bytes);

#endif
