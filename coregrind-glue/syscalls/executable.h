/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether the kernel would execute a file, and whether the tool can in its place. */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_EXECUTABLE_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_EXECUTABLE_H

#include "pub_tool_basics.h"

struct executable {
  UWord error;         /* errno value with which the kernel refuses it; 0: it is for the kernel to say */
  Bool can_be_checked; /* an ELF file that may run here or a script, and readable: the launcher can look at it */
  Bool is_script;
  /* Of a script, as its first line says: its interpreter, an argument or "", and whether that is a script, too. */
  HChar interpreter[256], argument[256];
  Bool is_nested;
};

/* `file` is open for its path only. */
void executable_examine(Int file, struct executable *ret);

#endif
