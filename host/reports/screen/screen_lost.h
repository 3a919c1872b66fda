/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How the blocks of a leak were lost, as it is drawn. */
#ifndef SEEP_HOST_REPORTS_SCREEN_SCREEN_LOST_H
#define SEEP_HOST_REPORTS_SCREEN_SCREEN_LOST_H

#include "host/model/process/leaks.h"
#include "host/reports/screen/drawing.h"

/* Add what is known of a leak; nothing where nothing is. */
void screen_lost_draw(const struct process *process, const struct leak *leak, struct drawing *drawing);

#endif
