/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Instructions on vectors that VEX does not know, by the host's own on the guest's registers. */
#ifndef SEEP_COREGRIND_GLUE_VEX_HOST_VECTORS_H
#define SEEP_COREGRIND_GLUE_VEX_HOST_VECTORS_H

#include "coregrind-glue/vex/instructions.h"

/* Makes a call of the host's instruction, and gives the length of the guest's; 0: it is another one, or the host has
 * none. */
UInt host_vectors_make(const struct instruction *instruction);

#endif
