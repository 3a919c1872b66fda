/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Floating-point instructions of SSE and AVX under modes that VEX does not know: ways to round, denormals, exceptions.
 *
 * VEX's code computes under the usual modes, and what exceptions it sees mean nothing. That does until the program asks
 * for exceptions or sets other modes. From then on code is made anew, and in it each such instruction is executed by
 * the processor, under the guest's modes, behind what VEX has made of it, whose V bits stay. */
#ifndef SEEP_COREGRIND_GLUE_VEX_SSE_EXACT_H
#define SEEP_COREGRIND_GLUE_VEX_SSE_EXACT_H

#include "coregrind-glue/vex/instructions.h"

#include "libvex_guest_amd64.h"

/* The program looks at the modes; or has set them to these. */
void sse_exact_begin(void);
void sse_exact_note_modes(UInt modes);
/* Has that happened? */
Bool sse_exact_is_on(void);
/* Then code that was made before is stale, until it has been dropped. */
Bool sse_exact_is_stale(void);
void sse_exact_code_is_dropped(void);

/* In front of VEX's code for an instruction, and behind it: from the statement `first` on, with so many bytes. */
struct sse_exact {
  Bool is_float;
  UChar form;
  Bool is_vex;
  UChar reg;
  ULong code[2], operands; /* for the call */
  IRExpr *address;
};
struct sse_exact sse_exact_before(const struct instruction *instruction);
void sse_exact_behind(const struct instruction *instruction, const struct sse_exact *exact);

#endif
