/* SPDX-License-Identifier: GPL-2.0-or-later */
/* MXCSR, the modes of SSE. VEX knows of it which way is rounded, in SSEROUND; what else differs from the usual value
 * lies in the upper half of that. */
#ifndef SEEP_COREGRIND_GLUE_VEX_SSE_MODES_H
#define SEEP_COREGRIND_GLUE_VEX_SSE_MODES_H

#include "libvex_basictypes.h"
#include "libvex_guest_amd64.h"

enum { SSE_MODES_USUAL = 0x1f80, SSE_MODES_ALL = 0xffff, SSE_ROUNDING_AT = 13, SSE_ROUNDING = 3 << SSE_ROUNDING_AT };

static inline UInt sse_modes_of(const VexGuestAMD64State *state)
{
  return (UInt)(SSE_MODES_USUAL ^ state->guest_SSEROUND >> 32 ^ (state->guest_SSEROUND & 3) << SSE_ROUNDING_AT);
}

static inline void sse_modes_set(VexGuestAMD64State *state, UInt modes)
{
  const ULong other = (modes ^ SSE_MODES_USUAL) & SSE_MODES_ALL & ~(UInt)SSE_ROUNDING;
  state->guest_SSEROUND = other << 32 | (modes & SSE_ROUNDING) >> SSE_ROUNDING_AT;
}

struct instruction;

/* Makes code for ldmxcsr and stmxcsr, and gives the instruction's length; 0: it is another one. Behind one that loads,
 * code may be made in another way. */
UInt sse_modes_make(const struct instruction *instruction, Bool *ret_ends_block);

#endif
