/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The guest denies itself memory for new code (PR_SET_MDWE). The tool, which needs such memory for translations, is not
 * concerned. */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_CODE_DENIAL_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_CODE_DENIAL_H

#include "coregrind-glue/syscalls/syscall_wraps.h"

/* prctl() about it; False: it is about something else. The result is as the kernel's. */
Bool code_denial_answer(const struct syscall_arguments *arguments, Word *ret);

/* Is a mapping with this protection denied; or this change of one, or System V memory attached with these flags? */
Bool code_denial_of_mapping(UWord protection);
Bool code_denial_of_call(const struct syscall_arguments *arguments);

/* What the next program of this process gets, as restrictions.h has it; and what this one has been given. */
UInt code_denial_beyond(void);
void code_denial_begin(UInt denial);

#endif
