/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sorted by identity, sites of one place are neighbours. */
#include "host/model/words/growth_places.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/base/print.h"
#include "host/model/process/leak_places.h"
#include "host/model/words/numbers.h"
#include "host/model/words/sentences.h"

struct named_site {
  struct identity identity;
  const struct growth_site *site;
};

static double rate_of(const struct growth_site *site)
{
  return site->fits[GROWTH_SECONDS].slope;
}

ORDER(by_identity, struct named_site,
      UP_TEXT(identity.digits) ?: COMPARE(rate_of(y->site), rate_of(x->site)) ?: UP(site->stack_id))

ORDER(by_rate, struct growth_place, DOWN(bytes_per_second) ?: UP_TEXT(identity.digits))

static void name_sites(const struct growth_site *const *sites, size_t count, const struct process *process,
                       struct named_site *named)
{
  for (size_t i = 0; i < count; i++) {
    named[i].site = sites[i];
    identify_growth(sites[i], process, &named[i].identity);
  }
  if (count > 0)
    qsort(named, count, sizeof *named, by_identity);
}

static void add_site(struct growth_places *places, size_t index, const struct named_site *named)
{
  const bool is_new = places->count == 0 ||
                      strcmp(places->items[places->count - 1].identity.digits, named->identity.digits) != 0;
  if (is_new)
    places->items[places->count++] = (struct growth_place){.identity = named->identity, .sites = &places->sites[index]};
  struct growth_place *place = &places->items[places->count - 1];
  const struct growth_value last = growth_last(named->site);
  places->sites[index] = named->site;
  place->site_count++;
  place->bytes_per_second += rate_of(named->site);
  add_saturated(&place->bytes, last.bytes);
  add_saturated(&place->blocks, last.blocks);
}

void growth_places_of(const struct growth_site *const *sites, size_t count, const struct process *process,
                      struct growth_places *ret)
{
  struct growth_places places = {.items = memory_zeroed(count + 1, sizeof *places.items),
                                 .sites = memory_zeroed(count + 1, sizeof(struct growth_site *))};
  struct named_site *named = memory_zeroed(count + 1, sizeof *named);
  name_sites(sites, count, process, named);
  for (size_t i = 0; i < count; i++)
    add_site(&places, i, &named[i]);
  free(named);
  qsort(places.items, places.count, sizeof *places.items, by_rate);
  *ret = places;
}

void growth_places_release(struct growth_places *places)
{
  free(places->items);
  free(places->sites);
}

void growth_places_find(const struct growth *growth, const struct process *process, growth_finder *find,
                        struct growth_places *ret)
{
  const struct growth_site **sites;
  size_t count;
  find(growth, &sites, &count);
  growth_places_of(sites, count, process, ret);
  free(sites);
}

char *growth_place_sentence(const struct growth_place *place)
{
  const struct growth_fit *fit = &place->sites[0]->fits[GROWTH_SECONDS];
  return growth_sentence_of(place->bytes, place->blocks, place->bytes_per_second, fit->r2, fit->samples);
}

static uint64_t most_bytes(const struct growth_site *site)
{
  uint64_t most = 0;
  for (size_t i = 0; i < site->value_count; i++)
    most = site->values[i].bytes > most ? site->values[i].bytes : most;
  return most;
}

/* What it has at the end; what was freed had the most before. */
static uint64_t bytes_of(const struct growth_place *place, bool is_freed)
{
  uint64_t bytes = 0;
  if (!is_freed)
    return place->bytes;
  for (size_t i = 0; i < place->site_count; i++)
    add_saturated(&bytes, most_bytes(place->sites[i]));
  return bytes;
}

char *growth_place_line(const struct growth_place *place, const struct process *process)
{
  const struct leak_place site = leak_place_of_stack(process, place->sites[0]->stack);
  const bool is_freed = place->sites[0]->class == GROWTH_FREED;
  char *rate = growth_rate_words(place->bytes_per_second), *name = leak_place_text(&site, &process->settings);
  char *line = print_text("%s, %s %s bytes: %s", rate, is_freed ? "up to" : "now",
                          grouped_number(bytes_of(place, is_freed)).digits, name ? name : "???");
  free(rate);
  free(name);
  return line;
}
