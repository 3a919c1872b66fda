/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What code costs (`seep cost`): the program runs as it is, on code that counts how often it is executed. Nothing is
 * checked, and no function is replaced. */
#ifndef SEEP_MEMCHECK_COST_COST_H
#define SEEP_MEMCHECK_COST_COST_H

#include <stdint.h>

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/* Is that what this run is for? Known before options are. */
Bool cost_is_on(void);

void cost_init(void);
/* Once options are known. */
void cost_begin(void);

/* As the core calls it, in place of instrument_block() (memcheck/instrument.h). */
IRSB *cost_count_block(VgCallbackClosure *closure, IRSB *block, const VexGuestLayout *layout,
                       const VexGuestExtents *extents, const VexArchInfo *arch, IRType guest_word, IRType host_word);

/* The instruction and those behind it in its segment, which VEX's code has counted, are not executed; they are after
 * all. */
void cost_uncount(Addr instruction);
void cost_count_again(void);

/* Sends what was counted since the last time: all of it, or of code in [start, end) that is about to go. */
void cost_send(void);
void cost_send_range(uint64_t start, uint64_t end, uint64_t epoch);

/* Every now and then: what was counted is sent, lest a killed process lose it. */
void cost_tick(void);

/* In a child after fork: its own costs begin. */
void cost_forget(void);

#endif
