/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Selectors of segments that the guest loads. They are loaded on the host, in the same thread of the kernel's: so what
 * may not be loaded traps, and what may be can be read again (segments.h). With one of %fs or %gs comes a base, which
 * is the guest's; the host's own stays as it is. */
#ifndef SEEP_COREGRIND_GLUE_VEX_SELECTORS_H
#define SEEP_COREGRIND_GLUE_VEX_SELECTORS_H

#include "coregrind-glue/vex/instructions.h"

/* Adds code and gives the instruction's length; 0: it is another one. */
UInt selectors_make(const struct instruction *instruction);

#endif
