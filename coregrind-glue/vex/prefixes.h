/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Instructions with prefixes that the processor does not care for, and VEX does. */
#ifndef SEEP_COREGRIND_GLUE_VEX_PREFIXES_H
#define SEEP_COREGRIND_GLUE_VEX_PREFIXES_H

#include "coregrind-glue/vex/instructions.h"

/* The instruction at `code` in the form in which compilers write it: `start` bytes of it are left out, so it begins
 * that much later. False: it has that form, or nothing can be read behind it. */
struct plain_instruction {
  UChar code[INSTRUCTION_BYTES_MAX + 1]; /* and what lies behind the instruction */
  UInt start;
};
Bool prefixes_make_plain(const UChar *code, struct plain_instruction *ret);

#endif
