/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Talking with who looks at the program while it runs: gdb or vgdb, connected to the core's gdbserver. What such a command
 * has to say goes to them, unless they asked for it in the log (v.set log_output), or the program itself has given the
 * command (VALGRIND_MONITOR_COMMAND). */
#ifndef SEEP_COREGRIND_GLUE_CORE_DEBUGGER_H
#define SEEP_COREGRIND_GLUE_CORE_DEBUGGER_H

#include "pub_tool_basics.h"

/* Has anyone been connected yet? From then on the core may put breakpoints into blocks. */
Bool debugger_was_here(void);

/* Does output go to them now? */
Bool debugger_takes_output(void);

/* Text without a process id in front, gathered to whole lines. */
void debugger_printf(const HChar *format, ...) PRINTF_CHECK(1, 2);

/* What the reporter makes of the frames sent in between is for the debugger when it takes output, with all names the
 * reporter knows. */
void debugger_begin_answer(void);
void debugger_end_answer(void);

#endif
