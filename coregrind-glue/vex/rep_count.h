/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where a repeated string instruction counts. */
#ifndef SEEP_COREGRIND_GLUE_VEX_REP_COUNT_H
#define SEEP_COREGRIND_GLUE_VEX_REP_COUNT_H

#include "coregrind-glue/vex/instructions.h"

/* VEX has made an instruction, from the statement `first` on: if it is repeated, it counts behind its accesses. */
void rep_count_move(const struct instruction *instruction, Int first);

#endif
