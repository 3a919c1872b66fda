/* SPDX-License-Identifier: GPL-2.0-or-later */
/* movdiri and movdir64b. */
#ifndef SEEP_COREGRIND_GLUE_VEX_DIRECT_STORES_H
#define SEEP_COREGRIND_GLUE_VEX_DIRECT_STORES_H

#include "coregrind-glue/vex/instructions.h"

/* Adds code and gives the instruction's length; 0: it is another one, or the host has none. */
UInt direct_stores_make(const struct instruction *instruction);

#endif
