/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the glue asks of the tool where it counts only. */
#ifndef SEEP_MEMCHECK_COST_COST_INTERFACE_H
#define SEEP_MEMCHECK_COST_COST_INTERFACE_H

#include "coregrind-glue/tool.h"

/* Nothing is known of memory, registers and stacks. */
void cost_interface_set(struct tool_interface *table);

#endif
