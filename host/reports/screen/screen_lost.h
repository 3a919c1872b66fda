/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How the blocks of a leak were lost, where that is known. Where the last pointer went, and what could be done there,
 * comes before the place of the allocation, for that is where the program is to be mended. */
#ifndef SEEP_HOST_REPORTS_SCREEN_SCREEN_LOST_H
#define SEEP_HOST_REPORTS_SCREEN_SCREEN_LOST_H

#include "host/model/process/leaks.h"
#include "host/reports/screen/drawing.h"

struct screen_lost {
  const struct process *process;
  const struct leak *leak;
  struct lost_blocks *ways; /* count of them, that which lost most first; malloc'ed */
  size_t count;
};

/* To be released. The leak must live as long. */
void screen_lost_find(const struct process *process, const struct leak *leak, struct screen_lost *ret);
void screen_lost_release(struct screen_lost *lost);

/* Will there be a place before that of the allocation? */
bool screen_lost_leads(const struct screen_lost *lost);

/* To a drawing that has the places of the allocation. False: there is no advice. */
bool screen_lost_add(const struct screen_lost *lost, struct drawing *drawing);

#endif
