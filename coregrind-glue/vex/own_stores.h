/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Blocks that store into their own code are left behind each such store, and made again from what is there then. */
#ifndef SEEP_COREGRIND_GLUE_VEX_OWN_STORES_H
#define SEEP_COREGRIND_GLUE_VEX_OWN_STORES_H

#include "libvex.h"
#include "libvex_ir.h"

/* For the next block, or the same one made again: which of its extents are of code that changes, a bit for each. */
void own_stores_expect(const VexGuestExtents *extents, UInt changing);

/* The block, left behind each instruction whose store may have changed such code of it. */
IRSB *own_stores_add_exits(IRSB *block);

#endif
