/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --fail-alloc and --explain name allocations by place or number, and nobody knows beforehand whether the program makes
 * them. A run in which it does not has checked nothing of what was asked for, and must not look as if it had. */
#ifndef SEEP_HOST_MODEL_PROCESS_ASKED_ALLOCATIONS_H
#define SEEP_HOST_MODEL_PROCESS_ASKED_ALLOCATIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "host/base/error.h"

enum { ASKED_ITEMS_MAX = 64 }; /* of --explain's list; later ones count as met */

/* What was there of it: in one process, or in all of a run. */
struct asked {
  bool has_failed; /* an allocation was made to fail */
  uint64_t met;    /* bit n: a block was allocated that item n of --explain means */
};

/* What any process of a run has met, the run has met. */
void asked_add(struct asked *asked, const struct asked *more);

/* With the value of --fail-alloc, why nothing has failed, and with that of --explain, which of its items mean nothing
 * that was allocated; NULL: not given. `places`: where something was, NULL: not known. *ret is malloc'ed, or NULL if
 * all was there. */
struct asked_places;
void asked_in_vain(const char *fail_alloc, const char *explain, const struct asked *asked,
                   const struct asked_places *places, char **ret);

#endif
