/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Instructions at the end of what can be executed. */
#ifndef SEEP_COREGRIND_GLUE_VEX_FETCHING_H
#define SEEP_COREGRIND_GLUE_VEX_FETCHING_H

#include "coregrind-glue/vex/instructions.h"

/* The bytes at `address` that can be executed, as far as an instruction may reach and what looks at instructions looks
 * beyond. Behind them are nops. */
enum { FETCHED_BYTES_MAX = 32 };
struct fetched {
  UChar bytes[FETCHED_BYTES_MAX];
  UInt count;
};

/* True: all are there, and nothing is copied. */
Bool fetching_is_whole(Addr address, struct fetched *ret);

/* Where the processor faults when it fetches the instruction at `ip`, which goes beyond what can be executed. */
Addr fetching_faults_at(Addr ip);

#endif
