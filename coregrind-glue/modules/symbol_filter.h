/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Symbols of the guest's modules are read when they are needed.
 *
 * At first the core gets to see only the symbols of a module that redirection needs. The others, most of them, are
 * for naming addresses, which the tool does when it describes one for a report. */
#ifndef SEEP_COREGRIND_GLUE_MODULES_SYMBOL_FILTER_H
#define SEEP_COREGRIND_GLUE_MODULES_SYMBOL_FILTER_H

#include "pub_tool_basics.h"
#include "pub_tool_debuginfo.h"

void symbol_filter_init(void);

/* Patterns may have come since the module was read: have all of its symbols now if one of them could be meant. */
void symbol_filter_catch_up(const DebugInfo *module);

/* Have the core read all there is about the module; false: that is done already, or impossible. */
Bool symbol_filter_complete(const DebugInfo *module);

/* The module is no more. */
void symbol_filter_forget(const DebugInfo *module);

#endif
