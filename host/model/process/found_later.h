/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Errors that were found later than they happened, so that their stack is not where they did: what is special about
 * each kind (found_later.def). */
#ifndef SEEP_HOST_MODEL_PROCESS_FOUND_LATER_H
#define SEEP_HOST_MODEL_PROCESS_FOUND_LATER_H

#include <stdint.h>

struct found_later {
  const char *where, *state, *label;
};

/* Of a kind of errors; NULL: errors of that kind are found when they happen. */
const struct found_later *found_later_of(uint64_t kind);

/* "when the block was freed or resized"; `when`: enum record_found_when. */
const char *found_later_when(uint64_t when);

#endif
