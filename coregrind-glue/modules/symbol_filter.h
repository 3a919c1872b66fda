/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Symbols of the guest's modules are read when they are needed.
 *
 * At first the core sees only those that redirection needs. Most others serve to name addresses, which the tool does
 * only when it describes an address for a report. */
#ifndef SEEP_COREGRIND_GLUE_MODULES_SYMBOL_FILTER_H
#define SEEP_COREGRIND_GLUE_MODULES_SYMBOL_FILTER_H

#include "pub_tool_basics.h"
#include "pub_tool_debuginfo.h"

void symbol_filter_init(void);

/* Have all symbols of the module read if patterns have been added since it was read. */
void symbol_filter_catch_up(const DebugInfo *module);

/* Have the core read all of the module; false: that was done before, or is impossible. */
Bool symbol_filter_complete(const DebugInfo *module);

/* The module is no more. */
void symbol_filter_forget(const DebugInfo *module);

#endif
