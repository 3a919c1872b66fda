/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where a program allocates, as --explain and --fail-alloc could have named it: for whoever has named something else.
 */
#ifndef SEEP_HOST_MODEL_PROCESS_ASKED_PLACES_H
#define SEEP_HOST_MODEL_PROCESS_ASKED_PLACES_H

#include "host/model/process/leak_places.h"

/* All zeros at the beginning; to be released. Of very many places only the first ones are kept. */
struct asked_places {
  char **functions, **sources; /* "list_push"; "list.c:9"; each once */
  size_t function_count, function_capacity, source_count, source_capacity;
};

/* One more, if it is own code and new. */
void asked_places_note(struct asked_places *places, const struct leak_place *place, const struct settings *settings);
void asked_places_release(struct asked_places *places);

/* What was meant by the first of these items, which name no place that is known: "; did you mean list_push?". Else
 * "; blocks are allocated in list_push and main". Malloc'ed, NULL: nothing can be said. */
char *asked_places_hint(const struct asked_places *places, const char *items);

#endif
