/* SPDX-License-Identifier: GPL-2.0-or-later */
/* When the core fails, the exit status says so. */
#ifndef SEEP_COREGRIND_GLUE_WRAPS_CORE_FAILURE_H
#define SEEP_COREGRIND_GLUE_WRAPS_CORE_FAILURE_H

/* From here on the exit status is the guest's, and no sign of failure. */
void core_failure_run_has_ended(void);

/* A file of the program cannot be mapped, and the core is about to end. */
void core_failure_note_loading_failed(void);

#endif
