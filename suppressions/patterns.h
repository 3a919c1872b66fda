/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The distinct locations of a set, numbered, and the numbers of those that match a frame. */
#ifndef SEEP_SUPPRESSIONS_PATTERNS_H
#define SEEP_SUPPRESSIONS_PATTERNS_H

#include "suppressions/entry.h"

struct patterns;

struct error *patterns_create(struct patterns **ret);
void patterns_destroy(struct patterns *patterns);

/* The number of a location, which must outlive the patterns; not for LOCATION_ANY. */
struct error *patterns_add(struct patterns *patterns, const struct location *location, unsigned *ret_id);

/* To be called once, after the last location was added and before the first frame is looked up. */
void patterns_finish(struct patterns *patterns);

/* Numbers in ascending order, valid as long as the patterns. */
struct pattern_ids {
  const unsigned *items;
  size_t count;
};

/* What matches a frame, by function, object and source. Locations with a line are included whatever the frame's line
 * is; patterns_line_fits() decides about them. `ids` holds what was found for `previous` (NULL: nothing yet), which
 * saves work when the two frames share strings, and is replaced. */
struct error *patterns_of_frame(struct patterns *patterns, const struct frame *frame,
                                const struct frame *previous, struct pattern_ids ids[LOCATION_TYPES]);

bool patterns_line_fits(const struct patterns *patterns, unsigned id, const struct frame *frame);

#endif
