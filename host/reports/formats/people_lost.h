/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How the blocks of a leak were lost, as people read it: where the last pointer went and what could be done there come
 * before the place of the allocation, for that is where the program is to be mended. */
#ifndef SEEP_HOST_REPORTS_FORMATS_PEOPLE_LOST_H
#define SEEP_HOST_REPORTS_FORMATS_PEOPLE_LOST_H

#include "host/reports/formats/people_spans.h"

/* Before the places of a finding: where the last pointer went in the way that lost most. Nothing if that is not known,
 * or if the block is still held. */
void people_lost_first(const struct people_page *page, const struct finding *finding, struct drawing *drawing);

/* After them: advice, the other places, and what is said of other blocks. */
void people_lost_more(const struct people_page *page, const struct finding *finding, struct drawing *drawing);

/* Is the note told by these two? */
bool people_lost_tells(const struct finding *finding, const struct finding_note *note);

#endif
