/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The core's callback that instruments a block: the engines, with a policy made from the options. */
#ifndef SEEP_MEMCHECK_INSTRUMENT_H
#define SEEP_MEMCHECK_INSTRUMENT_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/* Once options are known. */
void instrument_begin(void);

/* Is there speculative code at all? */
Bool instrument_speculates(void);

/* The kinds of code that are made for a block. */
enum instrument_variant {
  INSTRUMENT_PRECISE,
  INSTRUMENT_SPECULATIVE,
  INSTRUMENT_PRECISE_AT_ALIAS, /* entered from speculative code only */
};

/* Before a block is translated: which kind? Code without redirections stands outside the usual table and is precise. */
void instrument_choose_variant(Bool is_alias, Bool redirects);
/* Of the block that is being made. */
enum instrument_variant instrument_variant(void);
/* Was it found not to be fit for speculation? Then it has to be made again, and will be precise. */
Bool instrument_declined(void);

/* Are blocks that become too large for VEX given up from now on? */
void instrument_limit_size(Bool is_limited);
/* Did that happen to a block since? */
Bool instrument_was_too_large(void);

/* Every now and then, with how many blocks of code have run: what keeps failing is made precise (promotions.h). */
void instrument_tick(ULong blocks_run);
/* Is code of these bytes not what it usually is? */
Bool instrument_has_promotions(Addr start, SizeT bytes);
/* To the log. */
void instrument_log_promotions(void);

/* For the translation cache. What options make of all blocks: equal numbers mean equal code. */
ULong instrument_policy_key(void);
/* May the code of the last block be used again? Not when making it told the user something. */
Bool instrument_is_cacheable(void);

IRSB *instrument_block(VgCallbackClosure *closure, IRSB *block, const VexGuestLayout *layout, const VexGuestExtents *extents,
                       const VexArchInfo *arch, IRType guest_word, IRType host_word);

/* How many instructions the program has run; 0 without --count-instructions=yes. */
ULong instrument_instruction_count(void);

#endif
