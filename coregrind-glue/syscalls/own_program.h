/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The program that a process is, in the eyes of the guest. */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_OWN_PROGRAM_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_OWN_PROGRAM_H

#include "pub_tool_basics.h"

/* The kernel's name of the process becomes that of the guest's program. */
void own_program_begin(void);

/* The guest asks the core to execute a program of this name. NULL: that is over. */
void own_program_note_execution(const HChar *path);

#endif
