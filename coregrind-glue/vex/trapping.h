/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Instructions that trap, and the signals of all that do. */
#ifndef SEEP_COREGRIND_GLUE_VEX_TRAPPING_H
#define SEEP_COREGRIND_GLUE_VEX_TRAPPING_H

#include "coregrind-glue/vex/instructions.h"

/* How long the instruction is, if it always traps and VEX does not know that; 0: it is another one. */
UInt trapping_length(const struct instruction *instruction);

/* If VEX has made a division, from the statement `first` on: has it trap as the processor does. */
void trapping_check_division(const struct instruction *instruction, Int first);

#endif
