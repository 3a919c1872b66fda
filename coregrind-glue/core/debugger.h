/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Answers to gdb or vgdb, connected to the core's gdbserver. The output of a command goes there, unless it was asked
 * for in the log (v.set log_output), or the program itself has given the command (VALGRIND_MONITOR_COMMAND). */
#ifndef SEEP_COREGRIND_GLUE_CORE_DEBUGGER_H
#define SEEP_COREGRIND_GLUE_CORE_DEBUGGER_H

#include "pub_tool_basics.h"

/* Has anyone been connected yet? From then on the core may put breakpoints into blocks. */
Bool debugger_was_here(void);

/* Does output go there now? */
Bool debugger_takes_output(void);

/* Text without a process id in front, buffered until a line is complete. */
void debugger_printf(const HChar *format, ...) PRINTF_CHECK(1, 2);

/* What the reporter writes for the frames sent in between goes to the debugger, if it takes output now. */
void debugger_begin_answer(void);
void debugger_end_answer(void);

#endif
