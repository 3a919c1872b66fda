/* SPDX-License-Identifier: GPL-2.0-or-later */
/* VEX's front end for one instruction, as those call it who stand in front of it. */
#ifndef SEEP_COREGRIND_GLUE_VEX_FRONT_END_H
#define SEEP_COREGRIND_GLUE_VEX_FRONT_END_H

#include "coregrind-glue/vex/instructions.h"

#include "coregrind-glue/core/wraps.h"

/* What VEX 3.19 calls DisResult, and its numbers. */
struct outcome {
  UInt bytes; /* 0: not known */
  UInt next, hint;
  IRJumpKind jump;
};
enum { STOPS = 0x10, CONTINUES = 0x11, NO_HINT = 0x20 };

/* `code` + `delta` is where the instruction lies. */
#define ARGUMENTS                                                                                       \
  IRSB *block, const UChar *code, Long delta, Addr address, VexArch arch, const VexArchInfo *arch_info, \
    const VexAbiInfo *abi, VexEndness endness, Bool complains
#define PASSED block, code, delta, address, arch, arch_info, abi, endness, complains

#endif
