/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where the program has its arguments, environment and stack, as the kernel knows it: what others see of the process
 * (ps, pgrep, /proc/PID/cmdline, core files) is read there. */
#ifndef SEEP_COREGRIND_GLUE_CORE_KERNEL_LAYOUT_H
#define SEEP_COREGRIND_GLUE_CORE_KERNEL_LAYOUT_H

#include "pub_tool_basics.h"

/* Until now it is the tool's layout. `arguments` are the guest's, on its first stack: their number stands in front of
 * them, its environment and auxiliary vector behind. False: the kernel does not allow it, and nothing has changed. */
Bool kernel_layout_tell(const HChar *const *arguments);

#endif
