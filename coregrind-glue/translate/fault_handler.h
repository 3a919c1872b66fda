/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Faults that are the tool's own doing are settled from here on; false: not before the core has installed its handlers, as whoever
 * started the process has blocked the signal. */
#ifndef SEEP_COREGRIND_GLUE_TRANSLATE_FAULT_HANDLER_H
#define SEEP_COREGRIND_GLUE_TRANSLATE_FAULT_HANDLER_H

#include <stdbool.h>

bool fault_handler_begin(void);

#endif
