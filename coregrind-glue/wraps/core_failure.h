/* SPDX-License-Identifier: GPL-2.0-or-later */
/* When the core fails, the process ends with the status that says so. */
#ifndef SEEP_COREGRIND_GLUE_WRAPS_CORE_FAILURE_H
#define SEEP_COREGRIND_GLUE_WRAPS_CORE_FAILURE_H

/* From here on exit statuses are the guest's. */
void core_failure_run_has_ended(void);

#endif
