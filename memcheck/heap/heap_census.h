/* SPDX-License-Identifier: GPL-2.0-or-later */
/* CENSUS frames: what lives by allocation stack, for who watches the program (`seep top`). */
#ifndef SEEP_MEMCHECK_HEAP_HEAP_CENSUS_H
#define SEEP_MEMCHECK_HEAP_HEAP_CENSUS_H

/* While somebody watches the record: now and then send what has changed, and how often errors have happened so far. */
void heap_census_tick(void);

/* In a forked child, whose stream knows of none. */
void heap_census_forget(void);

#endif
