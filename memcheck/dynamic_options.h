/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Options that are changed while the program runs: by VALGRIND_CLO_CHANGE, or by v.clo from vgdb and gdb. */
#ifndef SEEP_MEMCHECK_DYNAMIC_OPTIONS_H
#define SEEP_MEMCHECK_DYNAMIC_OPTIONS_H

#include <stdbool.h>

#include "pub_tool_basics.h"

/* Change an option of the tool's or the reporter's, or say why not; false: it is the core's, or nobody's. */
bool dynamic_options_change(const HChar *argument);

/* The core has dealt with an option, which was none of ours; --quiet and --verbose are of interest here, too. */
void dynamic_options_core_changed(const HChar *argument);

/* In a child after fork: tell the reporter what was changed before. */
void dynamic_options_send_inherited(void);

#endif
