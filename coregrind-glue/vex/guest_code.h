/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The guest's code as VEX reads it, for those who analyse it and do not run it. */
#ifndef SEEP_COREGRIND_GLUE_VEX_GUEST_CODE_H
#define SEEP_COREGRIND_GLUE_VEX_GUEST_CODE_H

#include "libvex.h"
#include "pub_tool_basics.h"

/* The block at an address, as it is before it is instrumented; NULL: no code there. Valid until VEX is used again. Not
 * to be called while a block is translated. */
IRSB *guest_code_decode_block(Addr address);

#endif
