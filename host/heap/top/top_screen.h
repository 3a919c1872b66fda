/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What `seep top` shows of a running program's heap: a text for so many rows and columns. */
#ifndef SEEP_HOST_HEAP_TOP_TOP_SCREEN_H
#define SEEP_HOST_HEAP_TOP_TOP_SCREEN_H

#include <stdbool.h>
#include <stddef.h>

#include "host/heap/top/live_places.h"
#include "host/heap/top/live_record.h"

enum top_part { TOP_PLACES, TOP_STACK, TOP_HELP };

/* What its user has chosen, and what is known of the asking. */
struct top_screen {
  unsigned rows, columns; /* 0: as many as there are */
  bool has_colour, is_utf8, has_keys;
  enum top_part part;
  enum live_order order;
  char *chosen; /* the name of the place that is chosen, or whose stack is shown; NULL: the first */
  size_t first; /* line of the part that is shown first */
  bool is_paused;
  const char *state; /* a sentence on the program or the asking; NULL: there is nothing to say */
};

/* The text, malloc'ed. `first` is moved so that what is chosen can be seen. */
char *top_screen_draw(struct top_screen *screen, const struct live_record *record);

/* Choose the place that stands so many lines further down; or the first, the last one. */
void top_screen_move(struct top_screen *screen, const struct live_record *record, long lines);

/* How many lines are seen at once. */
long top_screen_page(const struct top_screen *screen);

#endif
