/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Options that are changed while the program runs: by VALGRIND_CLO_CHANGE, or by v.clo from vgdb and gdb. */
#ifndef SEEP_COREGRIND_GLUE_WRAPS_DYNAMIC_OPTIONS_H
#define SEEP_COREGRIND_GLUE_WRAPS_DYNAMIC_OPTIONS_H

/* In a child after fork: tell the reporter what was changed before. */
void dynamic_options_send_inherited(void);

#endif
