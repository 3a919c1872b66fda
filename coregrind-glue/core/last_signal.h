/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The core keeps the last signal for itself. Here the guest has it as natively, and the core wakes its threads by
 * another one (woken_threads.h).
 *
 * The core tells its own signal by a number, VG_(max_signal). While it looks at a signal of the guest's, that is one
 * more, a signal that does not exist. */
#ifndef SEEP_COREGRIND_GLUE_CORE_LAST_SIGNAL_H
#define SEEP_COREGRIND_GLUE_CORE_LAST_SIGNAL_H

#include "pub_tool_basics.h"
#include "pub_tool_vki.h"

enum { LAST_SIGNAL = 64, WAKING_SIGNAL = 4 /* SIGILL */ };

/* By the guest, so the kernel is to ignore it as well. */
Bool last_signal_is_ignored(void);

/* Around what the core does with a signal that the guest has given. The core's lock is held. */
void last_signal_begin_use(void);
void last_signal_end_use(void);

/* The core is about to deliver this signal, and ends that with last_signal_end_use(). */
void last_signal_begin_delivery(const vki_siginfo_t *info);

#endif
