/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Stands in front of VEX: blocks are made of fewer instructions when checking makes them too large.
 *
 * VEX works with fixed room for a block's code, its spill slots and its own data, and ends the run when one is not enough.
 * Sixty vector instructions that are checked exactly can be too much. */
#include "memcheck/instrument.h"

#include "libvex.h"

extern VexControl vex_control; /* libvex's own */

VexTranslateResult __real_LibVEX_Translate(VexTranslateArgs *arguments);
VexTranslateResult __wrap_LibVEX_Translate(VexTranslateArgs *arguments);

VexTranslateResult __wrap_LibVEX_Translate(VexTranslateArgs *arguments)
{
  Int usual = vex_control.guest_max_insns;
  VexTranslateResult result;
  for (Bool is_whole = False; !is_whole; vex_control.guest_max_insns /= 2) {
    Bool may_shrink = vex_control.guest_max_insns > 1;
    instrument_limit(may_shrink);
    result = __real_LibVEX_Translate(arguments);
    is_whole = !may_shrink || (!instrument_gave_up() && result.status != VexTransOutputFull);
  }
  vex_control.guest_max_insns = usual;
  return result;
}
