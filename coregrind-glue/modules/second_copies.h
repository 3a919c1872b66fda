/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Libraries that are loaded more than once: how the core learns of all copies. */
#ifndef SEEP_COREGRIND_GLUE_MODULES_SECOND_COPIES_H
#define SEEP_COREGRIND_GLUE_MODULES_SECOND_COPIES_H

#include "pub_tool_basics.h"
#include "pub_tool_debuginfo.h"

/* The module is no more. */
void second_copies_forget_module(const DebugInfo *module);

#endif
