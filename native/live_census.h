/* SPDX-License-Identifier: GPL-2.0-or-later */
/* CENSUS frames: what lives by allocation stack, for who watches the program (`seep top`). No thread stands still for
 * it but the one that sends it. */
#ifndef SEEP_NATIVE_LIVE_CENSUS_H
#define SEEP_NATIVE_LIVE_CENSUS_H

#include <stdbool.h>

/* Send what has changed since the last one, and how often errors have happened so far; whoever calls has claimed the
 * standstill, and holds no locks. False: there was no memory for that, and nothing was sent. */
bool live_census_send(void);

/* A stream begins, which knows of none. */
void live_census_forget(void);

#endif
