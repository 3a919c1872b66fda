/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Snapshots at signals of the program's (--snapshot=SIGNAL): one is taken when the signal comes, before the program's
 * handler is called. A program without one does not notice. */
#ifndef SEEP_NATIVE_SNAPSHOT_SIGNALS_H
#define SEEP_NATIVE_SNAPSHOT_SIGNALS_H

#include <stdbool.h>

/* No signals are wanted; this one is. False: there is no such signal. */
void snapshot_signals_want_none(void);
bool snapshot_signals_want(const char *name);

/* Before program_signals_begin(). */
void snapshot_signals_begin(void);

#endif
