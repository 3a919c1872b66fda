/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/model/process/asked_places.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/nearest.h"
#include "host/base/print.h"
#include "host/model/frames/frame_names.h"
#include "host/model/frames/identity.h"

enum { PLACES_MAX = 512, PLACES_TOLD = 4 };

/* Takes the name over. */
static void add(char ***names, size_t *count, size_t *capacity, char *name)
{
  bool is_new = *name && *count < PLACES_MAX;
  for (size_t i = 0; i < *count && is_new; i++)
    is_new = strcmp((*names)[i], name) != 0;
  if (is_new)
    *NEW_ITEM(*names, *count, *capacity) = name;
  else
    free(name);
}

void asked_places_note(struct asked_places *places, const struct leak_place *place, const struct settings *settings)
{
  const struct frame *frame = place->code ? &place->code->frames[place->frame] : NULL;
  if (!frame || !place->is_own)
    return;
  if (frame->function || frame->function_linkage)
    add(&places->functions, &places->function_count, &places->function_capacity,
        frame_names_short(settings, place->code, place->frame));
  add(&places->sources, &places->source_count, &places->source_capacity, frame_names_source(settings, frame));
}

static void release(char **names, size_t count)
{
  for (size_t i = 0; i < count; i++)
    free(names[i]);
  free(names);
}

void asked_places_release(struct asked_places *places)
{
  release(places->functions, places->function_count);
  release(places->sources, places->source_count);
}

static const char *find_nearest(const struct asked_places *places, const char *item)
{
  const bool is_source = strchr(item, ':') && !strstr(item, "::");
  struct nearest nearest = {.typed = item, .length = strlen(item)};
  for (size_t i = 0; i < places->function_count && !is_source; i++)
    nearest_offer(&nearest, places->functions[i]);
  for (size_t i = 0; i < places->source_count && is_source; i++)
    nearest_offer(&nearest, places->sources[i]);
  return nearest_word(&nearest);
}

static char *list_functions(const struct asked_places *places)
{
  char *text;
  size_t size;
  const size_t told = places->function_count <= PLACES_TOLD + 1 ? places->function_count : PLACES_TOLD;
  FILE *stream = print_begin(&text, &size);
  fputs("; blocks are allocated in ", stream);
  for (size_t i = 0; i < told; i++)
    fprintf(stream, "%s%s", i == 0 ? "" : i + 1 == places->function_count ? " and " : ", ", places->functions[i]);
  if (told < places->function_count)
    fprintf(stream, " and %zu more functions", places->function_count - told);
  return print_end(stream, &text);
}

char *asked_places_hint(const struct asked_places *places, const char *items)
{
  char *item = memory_text_begin(items, strcspn(items, ","));
  const char *word = identity_is_prefix(item) ? NULL : find_nearest(places, item);
  free(item);
  if (word)
    return print_text("; did you mean %s?", word);
  return places->function_count > 0 ? list_functions(places) : NULL;
}
