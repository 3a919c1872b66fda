/* SPDX-License-Identifier: GPL-2.0-or-later */
/* When the core fails, the exit status says so. */
#ifndef SEEP_COREGRIND_GLUE_WRAPS_CORE_FAILURE_H
#define SEEP_COREGRIND_GLUE_WRAPS_CORE_FAILURE_H

/* The program is in memory; if the core gave up before, there may not have been room for it. */
void core_failure_program_is_loaded(void);

/* From here on the exit status is the guest's, and no sign of failure. */
void core_failure_run_has_ended(void);

#endif
