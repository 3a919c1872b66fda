/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From here on the tool's own faults are resolved. False: not until the core has installed its handlers, as the process
 * was started with the signal blocked. */
#ifndef SEEP_COREGRIND_GLUE_TRANSLATE_FAULT_HANDLER_H
#define SEEP_COREGRIND_GLUE_TRANSLATE_FAULT_HANDLER_H

#include <stdbool.h>

/* Call it once. */
bool fault_handler_begin(void);

#endif
