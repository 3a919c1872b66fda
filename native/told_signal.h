/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is told of the signal that ends the process: in words, and as a frame. */
#ifndef SEEP_NATIVE_TOLD_SIGNAL_H
#define SEEP_NATIVE_TOLD_SIGNAL_H

#include <signal.h>

#include "native/watched_thread.h"

/* All threads stand still; the registers of `thread` are those that it had when the signal came. */
void told_signal_send(const struct watched_thread *thread, const siginfo_t *info);

#endif
