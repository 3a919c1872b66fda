/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The host's own instructions in front of what VEX does in software.
 *
 * Generated code calls helpers for operations that VEX has no host instruction for: fused multiply-add takes them a
 * hundred cycles, a round of AES fifty, a CRC of a word two hundred. The linker puts (--wrap) a few instructions in
 * front of each helper that do the same where the host has them (host_instructions.def). Results are the helper's, bit
 * for bit, but for those where it is wrong; where the instruction's may be others, and where the host lacks it, the
 * helper itself is called. */
#ifndef SEEP_COREGRIND_GLUE_VEX_HOST_INSTRUCTIONS_H
#define SEEP_COREGRIND_GLUE_VEX_HOST_INSTRUCTIONS_H

#include "libvex_basictypes.h"

/* Find out what the host has. Until then all is done in software. */
void host_instructions_init(void);

/* Does the host compare strings (pcmpistri and its like), with each constant? */
Bool host_instructions_compare_strings(void);

/* Does a call of this address keep all registers that VEX holds values in across calls of stubs? */
Bool host_instructions_contain(Addr address);

#endif
