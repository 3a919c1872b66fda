/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The places of one's own code at which a run's processes have allocated, for whoever has each of them fail in turn. */
#ifndef SEEP_HOST_COMMANDS_ALLOC_PLACES_H
#define SEEP_HOST_COMMANDS_ALLOC_PLACES_H

#include <stddef.h>
#include <stdint.h>

#include "host/base/error.h"

struct alloc_place {
  char *name;  /* as --fail-alloc takes it: "FILE:LINE", or a function that no file is known of; "SITE@PLACE" of both if
                * the code that allocates is a wrapper of the place */
  char *failing; /* "when the allocation in function (FILE:LINE) fails", or "in wrapper (FILE:LINE), called by function
                  * (FILE:LINE), fails" */
};

/* Each place once, in the order in which they first allocated. `directory`: of the run, which has SITE frames; what
 * began before `since_ns` (wall clock) does not count. */
struct error *alloc_places_find(const char *directory, uint64_t since_ns, struct alloc_place **ret, size_t *ret_count);
void alloc_places_release(struct alloc_place *places, size_t count);

#endif
