/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What others see as the command line of the process: ps, pgrep, `vgdb -l`. */
#ifndef SEEP_COREGRIND_GLUE_CORE_COMMAND_LINE_H
#define SEEP_COREGRIND_GLUE_CORE_COMMAND_LINE_H

/* Leave out the launcher's options: "--tool=seep --" remains, and the program's own command line after it. Does nothing
 * where the kernel does not allow it. */
void command_line_shorten(void);

#endif
