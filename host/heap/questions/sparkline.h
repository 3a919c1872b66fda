/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How the bytes of sites went over time, as a line of characters. */
#ifndef SEEP_HOST_HEAP_QUESTIONS_SPARKLINE_H
#define SEEP_HOST_HEAP_QUESTIONS_SPARKLINE_H

#include "host/model/process/growth.h"

enum { SPARKLINE_COLUMNS = 16, SPARKLINE_BYTES = 3 * SPARKLINE_COLUMNS + 1 };

struct sparkline_text {
  char text[SPARKLINE_BYTES];
};

/* Of `count` sites together: a character for each sixteenth of the time from the first sample to the last, as high as
 * the most that they had in it. Block elements, or else ASCII. */
struct sparkline_text sparkline_draw(const struct growth *growth, const struct growth_site *const *sites, size_t count,
                                bool is_utf8);

#endif
