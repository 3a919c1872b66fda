/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Segments: the bases of %fs and %gs, selectors, and the machine's registers that programs may read. */
#ifndef SEEP_COREGRIND_GLUE_VEX_SEGMENTS_H
#define SEEP_COREGRIND_GLUE_VEX_SEGMENTS_H

#include "coregrind-glue/vex/instructions.h"

/* Adds code and gives the instruction's length; 0: it is another one. */
UInt segments_make(const struct instruction *instruction);

#endif
