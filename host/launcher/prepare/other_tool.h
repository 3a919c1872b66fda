/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --tool=none, --tool=callgrind ...: other tools are left to the installed Valgrind. */
#ifndef SEEP_HOST_LAUNCHER_PREPARE_OTHER_TOOL_H
#define SEEP_HOST_LAUNCHER_PREPARE_OTHER_TOOL_H

#include <stdbool.h>

#include "host/base/error.h"

enum { OTHER_TOOL_BYTES = 64 };

/* The tool that $VALGRIND_OPTS or the command line (arguments[0] is the command) asks for, cut to fit. False: it is
 * Seep, or Memcheck, for which Seep stands. */
bool other_tool_is_wanted(char *const *arguments, char ret_tool[static OTHER_TOOL_BYTES]);

/* Become the installed Valgrind with these arguments. Returns only when that fails. */
struct error *other_tool_run(char *const *arguments);

#endif
