/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Ids rise, so trails are in order. */
#include "host/model/process/error_trails.h"

#include <stdlib.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/model/process/lost_events.h"
#include "host/model/process/model.h"

enum { EVENTS_MAX = 64 };

struct trails {
  struct trail **items;
  size_t count, capacity;
};

static const struct trail *last_of(const struct trails *trails)
{
  return trails && trails->count > 0 ? trails->items[trails->count - 1] : NULL;
}

static struct error *check_event(const struct trail *last, const struct record_lost_event *event)
{
  if (event->cause != RECORD_LOST_HELD && event->cause != RECORD_LOST_PASSED_ON)
    return error_format("no trail has an event with cause %llu", (unsigned long long)event->cause);
  if (!last || event->trail_id > last->id)
    return NULL;
  if (event->trail_id < last->id)
    return error_format("it belongs to trail %llu, but %llu has begun", (unsigned long long)event->trail_id,
                        (unsigned long long)last->id);
  if (event->cause != last->events[0].cause)
    return error_format("trail %llu is of two kinds", (unsigned long long)last->id);
  return last->count < EVENTS_MAX ? NULL : error_format("trail %llu has too many events", (unsigned long long)last->id);
}

static void begin_trail(struct process *process, uint64_t id)
{
  if (!process->trails)
    process->trails = memory_zeroed(1, sizeof *process->trails);
  struct trails *const trails = process->trails;
  struct trail *const trail = memory_zeroed(1, sizeof *trail);
  grow((void **)&trails->items, trails->count, &trails->capacity, sizeof *trails->items);
  trail->id = id;
  trails->items[trails->count++] = trail;
}

struct error *trails_take_event(struct process *process, const struct record_lost_event *event)
{
  const struct trail *const last = last_of(process->trails);
  struct lost_event made;
  struct error *error = check_event(last, event);
  if (!error)
    error = lost_event_make(process, event, &made);
  if (error)
    return error;
  if (!last || last->id != event->trail_id)
    begin_trail(process, event->trail_id);
  struct trail *const trail = process->trails->items[process->trails->count - 1];
  *NEW_ITEM(trail->events, trail->count, trail->capacity) = made;
  return NULL;
}

static int by_id(const void *key, const void *item)
{
  const uint64_t id = *(const uint64_t *)key, other = (*(struct trail *const *)item)->id;
  return (id > other) - (id < other);
}

struct error *trails_find(const struct trails *trails, uint64_t id, const struct trail **ret)
{
  struct trail *const *found =
    id != 0 && trails ? bsearch(&id, trails->items, trails->count, sizeof(struct trail *), by_id) : NULL;
  *ret = found ? *found : NULL;
  return id == 0 || found ? NULL : error_format("trail %llu was never sent", (unsigned long long)id);
}

static void destroy_trail(struct trail *trail)
{
  for (size_t i = 0; i < trail->count; i++)
    lost_event_release(&trail->events[i]);
  free(trail->events);
  free(trail);
}

void trails_destroy(struct trails *trails)
{
  for (size_t i = 0; trails && i < trails->count; i++)
    destroy_trail(trails->items[i]);
  if (trails)
    free(trails->items);
  free(trails);
}
