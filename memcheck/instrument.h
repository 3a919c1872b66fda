/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The core's callback that instruments a block: the engines, with a policy made from the options. */
#ifndef SEEP_MEMCHECK_INSTRUMENT_H
#define SEEP_MEMCHECK_INSTRUMENT_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/* Once options are known. Sets code_policy (coregrind-glue/core.h). */
void instrument_begin(void);

/* Every now and then, with how many blocks of code have run: what keeps failing is made precise
 * (failing_instructions.h). */
void instrument_tick(ULong blocks_run);
/* Is code of these bytes not what it usually is? */
Bool instrument_has_promotions(Addr start, SizeT bytes);
/* What speculation relies on: the table of promotions, and the word that names the thread's undefined registers. The
 * thread is between two blocks. */
Bool instrument_is_valid(ThreadId tid);
/* To the log. */
void instrument_log_promotions(void);

/* As the core calls it: takes a block as VEX has read it, and returns the one to be compiled. */
IRSB *instrument_block(VgCallbackClosure *closure, IRSB *block, const VexGuestLayout *layout,
                       const VexGuestExtents *extents, const VexArchInfo *arch, IRType guest_word, IRType host_word);

#endif
