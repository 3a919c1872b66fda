/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A hash table with the next free place for those whose place is taken, at most half full. */
#include "native/known_walks.h"

#include <stddef.h>

#include "memcheck/pure/base/env.h"

enum { FIRST_COUNT = 1 << 10 };

static struct known_walk *walks; /* NULL: none yet */
static size_t places, used;

/* Where it is, or where it belongs. */
static struct known_walk *place_of(const struct known_walk *walk)
{
  size_t at = (walk->sum_high ^ walk->sum_low) * UINT64_C(0x9e3779b97f4a7c15) >> 32;
  for (;; at++) {
    struct known_walk *const place = &walks[at & (places - 1)];
    if (place->id == 0 || (place->sum_high == walk->sum_high && place->sum_low == walk->sum_low))
      return place;
  }
}

stack_id known_walks_find(const struct known_walk *walk)
{
  return walks ? place_of(walk)->id : 0;
}

/* What is under way may be given up where there is no memory. */
static void grow(void)
{
  const size_t more = walks ? 2 * places : FIRST_COUNT, old_places = places;
  struct known_walk *const made = env_map_pages(more * sizeof *made), *const old = walks;
  walks = made;
  places = more;
  for (size_t i = 0; i < old_places; i++)
    if (old[i].id != 0)
      *place_of(&old[i]) = old[i];
  if (old)
    env_unmap_pages(old, old_places * sizeof *old);
}

void known_walks_add(const struct known_walk *walk)
{
  if (2 * (used + 1) > places)
    grow();
  *place_of(walk) = *walk;
  used++;
}

void known_walks_forget(void)
{
  if (walks)
    env_unmap_pages(walks, places * sizeof *walks);
  walks = NULL;
  places = used = 0;
}
