/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Call frame information of the guest's modules, read function by function, when a stack goes through one.
 *
 * The core would read all of it when a module is mapped, which is tens of thousands of rules for a C library. Instead
 * its questions are answered from the module's .eh_frame section in memory (memcheck/pure/modules/call_frames.h). At
 * the first instruction whose rule is not understood there, the core reads the module after all. */
#ifndef SEEP_COREGRIND_GLUE_MODULES_FRAME_INFO_H
#define SEEP_COREGRIND_GLUE_MODULES_FRAME_INFO_H

#include "pub_tool_basics.h"
#include "pub_tool_debuginfo.h"

/* `read_module` has the core read all of a module; false: it has done so before, or it cannot. */
void frame_info_init(Bool (*read_module)(const DebugInfo *module));

/* A section with call frame information, which the core does not read for now. `address`: where it is mapped; 0: it is
 * not. */
void frame_info_note_section(const DebugInfo *module, Addr address, ULong bytes);

/* The module is no more, or the core knows all of it. */
void frame_info_forget_module(const DebugInfo *module);

#endif
