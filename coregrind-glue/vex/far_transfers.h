/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Far calls, jumps and returns. */
#ifndef SEEP_COREGRIND_GLUE_VEX_FAR_TRANSFERS_H
#define SEEP_COREGRIND_GLUE_VEX_FAR_TRANSFERS_H

#include "coregrind-glue/vex/front_end.h"

/* Adds code that ends the block; False: it is another instruction. */
Bool far_make(const struct instruction *instruction, struct outcome *ret);

#endif
