/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Call frame information of the guest's modules, read function by function, when a stack goes through one.
 *
 * The core reads all of a module's when the module is mapped, which for a C library is tens of thousands of rules.
 * Here it is answered instead from the module's .eh_frame section in memory (memcheck/modules/call_frames.h). At the first
 * instruction that this does not understand, the core reads the module after all. */
#ifndef SEEP_COREGRIND_GLUE_MODULES_FRAME_INFO_H
#define SEEP_COREGRIND_GLUE_MODULES_FRAME_INFO_H

#include "pub_tool_basics.h"
#include "pub_tool_debuginfo.h"

void frame_info_init(void);

/* A section with call frame information that the core is not going to read now. `address`: in memory; 0: it is not
 * there. */
void frame_info_note_section(const DebugInfo *module, Addr address, ULong bytes);

/* The module is no more, or the core knows all of it. */
void frame_info_forget_module(const DebugInfo *module);

#endif
