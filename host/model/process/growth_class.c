/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The class of a site, once its process has ended.
 *
 * A site grows when all of this holds:
 *   - it was seen in enough samples, and for long enough (GROWTH_SAMPLES_LEAST, GROWTH_MILLISECONDS_LEAST);
 *   - when the time from its first sample to the end is cut into eight equal parts, the least that it had in a part
 *     is never less than in the part before, and more in each of the last four: it does not stop, as what is made at
 *     the start does;
 *   - the least in the last part is more than the most in the first four: what it had then would have been a cache's
 *     limit;
 *   - it has risen at least half as much over the last two parts as over the two before: it does not level off, as a
 *     cache does that fills up. It is enough if this holds with the run cut by time, or with it cut by allocations. A
 *     busy machine distorts the first, and a program that changes what it does distorts the second, but a cache levels
 *     off by both.
 * The least counts because a cache that fills and is emptied falls back to it, whenever that happens, while memory that
 * nobody frees lifts it. A cache that is emptied more rarely than once in the run cannot be told from growth.
 *
 * A program that stops in good order may free everything first, and what grew all the time has nothing in the end. So
 * for a site with no blocks left, its rise is examined, from its first sample to the last one before it fell. The site
 * grew if the rise meets the rules above, lasted at least a minute, and ended no longer before the end of the run than
 * a sixteenth of its own length. A batch program, by contrast, goes on to work on what it has gathered, or gathers it
 * in less time.
 *
 * Of the others that have blocks at the end, one that ever made only one is a single block. One that never freed any,
 * and has made none since for as long as it took to make them, in time or in allocations, was allocated once at
 * startup. One that has freed some is bounded, if it was seen as long as a growing one must be, or has freed most of
 * what it made. All others are unclassified: most often the process was too short. */
#include "host/model/process/growth.h"

enum { PARTS = 8 };

static const struct {
  const char *code, *words;
} names[GROWTH_CLASSES] = {
  [GROWTH_NONE] = {"unclear", "unclassified"},
  [GROWTH_SINGLETON] = {"singleton", "single block"},
  [GROWTH_ONE_TIME] = {"one-time", "allocated once at startup"},
  [GROWTH_BOUNDED] = {"bounded", "bounded"},
  [GROWTH_GROWING] = {"growing", "growing"},
  [GROWTH_FREED] = {"grew, freed at exit", "grew, freed at exit"},
};

const char *growth_class_words(enum growth_class class)
{
  return names[class < GROWTH_CLASSES ? class : GROWTH_NONE].words;
}

const char *growth_class_code(enum growth_class class)
{
  return names[class < GROWTH_CLASSES ? class : GROWTH_NONE].code;
}

/* --- growing --- */

/* The part of a site's time that is looked at. */
struct course {
  size_t value_count; /* values from the first one on */
  size_t last;        /* sample */
};

static struct course whole_course(const struct growth *growth, const struct growth_site *site)
{
  return (struct course){site->value_count, growth->point_count - 1};
}

static uint64_t first_ns(const struct growth *growth, const struct growth_site *site)
{
  return growth->points[site->values[0].point].elapsed_ns;
}

static uint64_t end_ns(const struct growth *growth)
{
  return growth->points[growth->point_count - 1].elapsed_ns;
}

static bool is_seen_enough(const struct growth *growth, const struct growth_site *site, const struct course *course,
                           uint64_t least_ms)
{
  return course->value_count > 0 && course->last + 1 - site->values[0].point >= GROWTH_SAMPLES_LEAST &&
         (growth->points[course->last].elapsed_ns - first_ns(growth, site)) / 1000000 >= least_ms;
}

/* The least and the most that a site had in each part of its time. */
struct parts {
  double least[PARTS], most[PARTS];
};

/* A course by one clock. */
struct span {
  enum growth_clock clock;
  double start, length;
};

static unsigned part_at(const struct growth *growth, const struct span *span, size_t point)
{
  double part = (growth_time(&growth->points[point], span->clock) - span->start) * PARTS / span->length;
  return part < PARTS ? (unsigned)part : PARTS - 1;
}

static void widen_parts(struct parts *parts, unsigned from, unsigned to, double bytes)
{
  for (unsigned i = from; i <= to; i++) {
    if (bytes < parts->least[i])
      parts->least[i] = bytes;
    if (bytes > parts->most[i])
      parts->most[i] = bytes;
  }
}

/* A value holds in every part from its own to that of the next one. False: the clock stood still. */
static bool find_parts(const struct growth *growth, const struct growth_site *site, const struct course *course,
                       enum growth_clock clock, struct parts *ret)
{
  struct span span = {.clock = clock, .start = growth_time(&growth->points[site->values[0].point], clock)};
  span.length = growth_time(&growth->points[course->last], clock) - span.start;
  if (!(span.length > 0))
    return false;
  for (unsigned i = 0; i < PARTS; i++) {
    ret->least[i] = 0x1p64;
    ret->most[i] = 0;
  }
  for (size_t i = 0; i < course->value_count; i++) {
    const struct growth_value *value = &site->values[i];
    const size_t until = i + 1 == course->value_count ? course->last : value[1].point;
    widen_parts(ret, part_at(growth, &span, value->point), part_at(growth, &span, until), (double)value->bytes);
  }
  return true;
}

static bool only_rises(const struct parts *parts)
{
  for (unsigned i = 1; i < PARTS; i++)
    if (parts->least[i] < parts->least[i - 1] || (i >= PARTS / 2 && parts->least[i] == parts->least[i - 1]))
      return false;
  return true;
}

static bool leaves_first_half_behind(const struct parts *parts)
{
  for (unsigned i = 0; i < PARTS / 2; i++)
    if (parts->least[PARTS - 1] <= parts->most[i])
      return false;
  return true;
}

static bool levels_off(const struct parts *parts)
{
  const double last = parts->least[PARTS - 1] - parts->least[PARTS - 3];
  const double before = parts->least[PARTS - 3] - parts->least[PARTS - 5];
  return last < before / 2;
}

static bool is_growing(const struct growth *growth, const struct growth_site *site, const struct course *course,
                       uint64_t least_ms)
{
  struct parts by_time, by_allocations;
  if (!is_seen_enough(growth, site, course, least_ms) || !find_parts(growth, site, course, GROWTH_SECONDS, &by_time))
    return false;
  if (!only_rises(&by_time) || !leaves_first_half_behind(&by_time))
    return false;
  return !levels_off(&by_time) ||
         (find_parts(growth, site, course, GROWTH_ALLOCATIONS, &by_allocations) && !levels_off(&by_allocations));
}

/* --- freed at the end --- */

/* Up to where it began to fall for good. False: it never rose. */
static bool find_rise(const struct growth_site *site, struct course *ret)
{
  size_t count = site->value_count;
  while (count > 1 && site->values[count - 2].bytes >= site->values[count - 1].bytes)
    count--;
  if (count <= 1 || count == site->value_count)
    return false;
  *ret = (struct course){count, site->values[count].point - 1};
  return true;
}

static bool has_grown(const struct growth *growth, const struct growth_site *site, size_t *ret_freed_point)
{
  enum { REST = 16 };
  struct course rise;
  if (!find_rise(site, &rise) || !is_growing(growth, site, &rise, GROWTH_FREED_MILLISECONDS_LEAST))
    return false;
  const uint64_t top_ns = growth->points[site->values[rise.value_count - 1].point].elapsed_ns;
  if (end_ns(growth) - top_ns > (top_ns - first_ns(growth, site)) / REST)
    return false;
  *ret_freed_point = rise.last + 1;
  return true;
}

/* --- the others --- */

/* Where there are no totals, samples must do. */
static uint64_t blocks_made(const struct growth_site *site)
{
  uint64_t most = site->totals.total_blocks;
  for (size_t i = 0; site->totals.total_blocks == 0 && i < site->value_count; i++)
    if (site->values[i].blocks > most)
      most = site->values[i].blocks;
  return most;
}

static bool has_freed(const struct growth_site *site)
{
  if (site->totals.total_blocks > 0)
    return site->totals.live_blocks < site->totals.total_blocks;
  for (size_t i = 1; i < site->value_count; i++)
    if (site->values[i].blocks < site->values[i - 1].blocks)
      return true;
  return false;
}

static bool is_quiet_by_time(const struct growth *growth, const struct growth_site *site)
{
  if (site->value_count == 0)
    return false;
  const uint64_t last_ns = growth->points[site->values[site->value_count - 1].point].elapsed_ns;
  return end_ns(growth) - last_ns >= last_ns - first_ns(growth, site) && end_ns(growth) > last_ns;
}

static bool is_quiet_by_allocations(const struct growth *growth, const struct growth_site *site)
{
  const struct record_site *totals = &site->totals;
  const uint64_t now = growth->point_count > 0 ? growth->points[growth->point_count - 1].allocations : 0;
  return totals->total_blocks > 0 && now > totals->last_allocation &&
         now - totals->last_allocation >= totals->last_allocation - totals->first_allocation;
}

static bool is_bounded(const struct growth *growth, const struct growth_site *site)
{
  const struct course course = whole_course(growth, site);
  return is_seen_enough(growth, site, &course, GROWTH_MILLISECONDS_LEAST) ||
         (site->totals.total_blocks > 0 && site->totals.live_blocks <= site->totals.total_blocks / 2);
}

static enum growth_class class_of(const struct growth *growth, const struct growth_site *site, size_t *ret_freed_point)
{
  const struct course course = whole_course(growth, site);
  if (growth_last(site).blocks == 0)
    return has_grown(growth, site, ret_freed_point) ? GROWTH_FREED : GROWTH_NONE;
  if (is_growing(growth, site, &course, GROWTH_MILLISECONDS_LEAST))
    return GROWTH_GROWING;
  if (has_freed(site))
    return is_bounded(growth, site) ? GROWTH_BOUNDED : GROWTH_NONE;
  if (blocks_made(site) == 1)
    return GROWTH_SINGLETON;
  return is_quiet_by_time(growth, site) || is_quiet_by_allocations(growth, site) ? GROWTH_ONE_TIME : GROWTH_NONE;
}

void growth_classify_sites(struct growth *growth)
{
  for (size_t i = 0; i < growth->site_count; i++)
    growth->sites[i].class = class_of(growth, &growth->sites[i], &growth->sites[i].freed_point);
}
