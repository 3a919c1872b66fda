/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Faults in memory, as the guest's own instruction would have them. */
#ifndef SEEP_COREGRIND_GLUE_VEX_FAULTING_H
#define SEEP_COREGRIND_GLUE_VEX_FAULTING_H

#include "coregrind-glue/vex/instructions.h"

#include "pub_tool_basics.h"
#include "pub_tool_vki.h"

/* VEX has made an instruction, from the statement `first` on: it faults where its operand is not aligned, if the
 * processor does. */
void faulting_check_alignment(const struct instruction *instruction, Int first);

/* Generated code of the instruction at `ip` has faulted; makes of it what the guest is told. The signal then. */
Int faulting_as_guest(Int signal, Addr ip, vki_siginfo_t *info, struct vki_ucontext *context);

#endif
