/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of VEX's operations that have others in newer cores; and what VEX's calls tell the engine besides. */
#ifndef SEEP_COREGRIND_GLUE_PORT_VEX_OPERATIONS_H
#define SEEP_COREGRIND_GLUE_PORT_VEX_OPERATIONS_H

#include "config.h" // PORT_...

#include "libvex_ir.h"

/* Counts of zeroes before the first and behind the last bit that is set. The older ones are undefined where none is,
 * which VEX asks about before. */
#if !PORT_COUNTS_ONLY_NOT_ZERO
#define Iop_Clz64 Iop_ClzNat64
#define Iop_Ctz64 Iop_CtzNat64
#endif

/* In a callee's mask of arguments: what it writes has its V bits already. */
#define CALL_KEEPS_V_BITS (1u << 31)

#endif
