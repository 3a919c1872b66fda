/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The program that a process is, in the eyes of the guest. */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_OWN_PROGRAM_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_OWN_PROGRAM_H

#include "pub_tool_basics.h"

/* The kernel's name of the process becomes that of the guest's program, and what the program finds as its name, `name` (NULL: as it is
 * executed). */
void own_program_begin(const HChar *name);

/* What is to be executed instead of `path`, which may be itself. Valid until the next call. */
const HChar *own_program_behind(const HChar *path);

#endif
