/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Growing sites of one identity are one place, and one finding, however many stacks lead there. Reports that say how
 * many places grow count these, not sites. */
#ifndef SEEP_HOST_MODEL_WORDS_GROWTH_PLACES_H
#define SEEP_HOST_MODEL_WORDS_GROWTH_PLACES_H

#include "host/model/process/growth.h"
#include "host/model/process/identify.h"

struct growth_place {
  struct identity identity;
  const struct growth_site **sites; /* the fastest first; part of the list of all */
  size_t site_count;
  double bytes_per_second;          /* sums of the sites'; bytes and blocks as of the end */
  uint64_t bytes, blocks;
};

struct growth_places {
  struct growth_place *items;       /* the fastest first */
  size_t count;
  const struct growth_site **sites; /* of all */
};

/* Those of some sites, whose stacks are resolved. */
void growth_places_of(const struct growth_site *const *sites, size_t count, const struct process *process,
                      struct growth_places *ret);
void growth_places_release(struct growth_places *places);

/* Those that growth_findings() or growth_freed() finds. */
void growth_places_find(const struct growth *growth, const struct process *process, growth_finder *find,
                        struct growth_places *ret);

/* "3,200 bytes in 100 blocks, growing by 3.2 kB/s (R2 0.99 over 40 samples)", the line that of the fastest site;
 * malloc'ed. */
char *growth_place_sentence(const struct growth_place *place);

/* "1.0 kB/s, now 100,000 bytes: main (leak.c:7)"; "up to" when all was freed at the end; malloc'ed, NULL without
 * memory. */
char *growth_place_line(const struct growth_place *place, const struct process *process);

#endif
