/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The core's callback that instruments a block: the engine, with a policy made from the options. */
#ifndef SEEP_MEMCHECK_INSTRUMENT_H
#define SEEP_MEMCHECK_INSTRUMENT_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/* Once options are known. */
void instrument_begin(void);

/* Are blocks that become too large for VEX given up from now on? */
void instrument_limit(Bool is_limited);
/* Did that happen to a block since? */
Bool instrument_gave_up(void);

/* For the translation cache. What options make of all blocks, and how this block is instrumented where that may differ; equal
 * numbers mean equal code. May the code of the last block be used again? Not when making it told the user something. */
ULong instrument_policy(void);
UInt instrument_variant(const VgCallbackClosure *closure);
Bool instrument_is_lasting(void);

IRSB *instrument_block(VgCallbackClosure *closure, IRSB *block, const VexGuestLayout *layout, const VexGuestExtents *extents,
                       const VexArchInfo *arch, IRType guest_word, IRType host_word);

#endif
