/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Frames say what stacks have from then on. At each look stacks are added up by place, and what a place had at the look
 * before is what its speed is measured from. */
#include "host/heap/top/live_places.h"

#include <math.h>
#include <stdlib.h>

#include "host/base/grow.h"
#include "host/base/hash_table.h"
#include "host/base/order.h"
#include "host/base/text_table.h"

struct live_stack {
  uint64_t id;
  uint32_t place;
  struct live_numbers now;
};

struct live_places {
  char *(*name)(void *context, uint64_t stack_id);
  void *context;
  htab_t stacks; /* struct live_stack */
  struct text_table *names;
  struct live_place *items; /* by number of their name */
  size_t count, capacity;
  struct live_heap taken, now, before, first; /* taken: of frames since the last look */
  bool has_census, has_news, is_fresh, has_first, has_before, has_totals;
};

HASHED(live_stack, struct live_stack, HASH(id, 0), SAME(id))

struct live_places *live_places_create(char *(*name)(void *context, uint64_t stack_id), void *context)
{
  struct live_places *places = memory_zeroed(1, sizeof *places);
  places->name = name;
  places->context = context;
  places->stacks = HASH_TABLE(live_stack, 256, free);
  places->names = text_table_create();
  return places;
}

void live_places_destroy(struct live_places *places)
{
  if (!places)
    return;
  hash_table_delete(places->stacks);
  text_table_destroy(places->names);
  free(places->items);
  free(places);
}

/* --- frames --- */

static uint32_t place_of(struct live_places *places, uint64_t stack_id)
{
  char *const name = places->name(places->context, stack_id);
  bool is_new;
  const uint32_t number = text_table_add(places->names, name, &is_new);
  if (is_new)
    *NEW_ITEM(places->items, places->count, places->capacity) = (struct live_place){
      .name = text_table_at(places->names, number), .bytes_per_second = NAN, .blocks_per_second = NAN};
  free(name);
  return number;
}

static struct live_stack *stack_of(struct live_places *places, uint64_t id)
{
  const struct live_stack key = {.id = id};
  void **const slot = htab_find_slot(places->stacks, &key, INSERT);
  if (!*slot) {
    struct live_stack *const stack = memory_zeroed(1, sizeof *stack);
    stack->id = id;
    stack->place = place_of(places, id);
    *slot = stack;
  }
  return *slot;
}

static size_t least(size_t a, size_t b)
{
  return a < b ? a : b;
}

/* Of another moment than a CENSUS, so after the first one these are no help. */
void live_places_take_sample(struct live_places *places, const struct record_sample *sample)
{
  if (places->has_census)
    return;
  const size_t count = least(sample->stack_ids.count, least(sample->bytes.count, sample->blocks.count));
  for (size_t i = 0; i < count; i++) {
    struct live_numbers *const now = &stack_of(places, sample->stack_ids.items[i])->now;
    now->bytes = sample->bytes.items[i];
    now->blocks = sample->blocks.items[i];
  }
  places->taken = (struct live_heap){.elapsed_ns = sample->elapsed_ns,
                                     .allocations = sample->allocations,
                                     .bytes = sample->live_bytes,
                                     .blocks = sample->live_blocks};
}

static int forget_stack(void **slot, void *context)
{
  struct live_stack *const stack = *slot;
  (void)context;
  stack->now = (struct live_numbers){0};
  return 1;
}

void live_places_take_census(struct live_places *places, const struct record_census *census)
{
  if (!places->has_census) /* what it does not name has nothing any more, whatever samples have said */
    htab_traverse(places->stacks, forget_stack, NULL);
  const size_t count = least(census->stack_ids.count, least(census->bytes.count, census->blocks.count));
  const size_t totals = least(census->total_bytes.count, census->total_blocks.count);
  for (size_t i = 0; i < count; i++)
    stack_of(places, census->stack_ids.items[i])->now =
      (struct live_numbers){.bytes = census->bytes.items[i],
                            .blocks = census->blocks.items[i],
                            .total_bytes = i < totals ? census->total_bytes.items[i] : 0,
                            .total_blocks = i < totals ? census->total_blocks.items[i] : 0};
  places->taken = (struct live_heap){.elapsed_ns = census->elapsed_ns,
                                     .allocations = census->allocations,
                                     .allocated_bytes = census->allocated_bytes,
                                     .bytes = census->live_bytes,
                                     .blocks = census->live_blocks};
  places->has_census = places->has_news = places->is_fresh = true;
  places->has_totals |= totals > 0;
}

void live_places_begin(struct live_places *places)
{
  places->has_news = places->is_fresh = places->has_first = false;
}

bool live_places_have_news(const struct live_places *places)
{
  return places->has_news;
}

/* --- looks --- */

static void add(uint64_t *sum, uint64_t more)
{
  if (__builtin_add_overflow(*sum, more, sum))
    *sum = UINT64_MAX;
}

struct adding {
  struct live_places *places;
  uint64_t *most; /* bytes of the largest stack, by place */
};

static int add_stack(void **slot, void *context)
{
  struct adding *const adding = context;
  const struct live_stack *const stack = *slot;
  struct live_place *const place = &adding->places->items[stack->place];
  add(&place->now.bytes, stack->now.bytes);
  add(&place->now.blocks, stack->now.blocks);
  add(&place->now.total_bytes, stack->now.total_bytes);
  add(&place->now.total_blocks, stack->now.total_blocks);
  if (place->stacks++ == 0 || stack->now.bytes > adding->most[stack->place]) {
    adding->most[stack->place] = stack->now.bytes;
    place->stack_id = stack->id;
  }
  return 1;
}

static void add_up(struct live_places *places)
{
  struct adding adding = {.places = places, .most = memory_zeroed(places->count + 1, sizeof *adding.most)};
  for (size_t i = 0; i < places->count; i++) {
    places->items[i].now = (struct live_numbers){0};
    places->items[i].stacks = 0;
  }
  htab_traverse(places->stacks, add_stack, &adding);
  free(adding.most);
}

static double difference(uint64_t now, uint64_t before)
{
  return now >= before ? (double)(now - before) : -(double)(before - now);
}

/* Seconds between two looks; NAN: there was none before, or no time has passed. */
static double seconds_since(const struct live_places *places)
{
  if (!places->has_before || places->now.elapsed_ns <= places->before.elapsed_ns)
    return NAN;
  return (double)(places->now.elapsed_ns - places->before.elapsed_ns) / 1e9;
}

static void measure(struct live_places *places, bool is_first)
{
  const double seconds = seconds_since(places);
  for (size_t i = 0; i < places->count; i++) {
    struct live_place *const place = &places->items[i];
    if (is_first)
      place->first = place->before = place->now;
    place->grown = difference(place->now.bytes, place->first.bytes);
    place->bytes_per_second = difference(place->now.bytes, place->before.bytes) / seconds;
    place->blocks_per_second =
      places->has_totals ? difference(place->now.total_blocks, place->before.total_blocks) / seconds : NAN;
  }
}

static void remember(struct live_places *places)
{
  for (size_t i = 0; i < places->count; i++)
    places->items[i].before = places->items[i].now;
}

static void rest(struct live_places *places)
{
  for (size_t i = 0; i < places->count; i++) {
    places->items[i].bytes_per_second = 0;
    places->items[i].blocks_per_second = places->has_totals ? 0 : NAN;
  }
  places->before = places->now;
  places->has_before = false;
}

void live_places_look(struct live_places *places, bool is_idle)
{
  const bool is_first = !places->has_first;
  places->has_news = false;
  if (is_idle) {
    rest(places);
    return;
  }
  if (places->has_first) {
    places->before = places->now;
    places->has_before = true;
    remember(places);
  }
  places->now = places->taken;
  add_up(places);
  measure(places, is_first);
  if (is_first)
    places->first = places->now;
  places->has_first = places->is_fresh;
}

const struct live_heap *live_places_heap(const struct live_places *places)
{
  return &places->now;
}

uint64_t live_places_watched_ns(const struct live_places *places)
{
  return places->now.elapsed_ns > places->first.elapsed_ns ? places->now.elapsed_ns - places->first.elapsed_ns : 0;
}

double live_places_grown(const struct live_places *places)
{
  return difference(places->now.bytes, places->first.bytes);
}

double live_places_allocation_rate(const struct live_places *places, bool of_bytes)
{
  const double seconds = seconds_since(places);
  return (of_bytes ? difference(places->now.allocated_bytes, places->before.allocated_bytes)
                   : difference(places->now.allocations, places->before.allocations)) /
         seconds;
}

/* --- orders --- */

/* What is not known comes last. */
static double known(double number)
{
  return isnan(number) ? -INFINITY : number;
}

#define MOST_BYTES DOWN(now.bytes) ?: UP_TEXT(name)
ORDER_POINTERS(by_bytes, struct live_place, MOST_BYTES)
ORDER_POINTERS(by_blocks, struct live_place, DOWN(now.blocks) ?: MOST_BYTES)
ORDER_POINTERS(by_growth, struct live_place, DOWN(grown) ?: MOST_BYTES)
ORDER_POINTERS(by_rate, struct live_place,
               COMPARE(known(y->bytes_per_second), known(x->bytes_per_second)) ?: MOST_BYTES)
ORDER_POINTERS(by_allocations, struct live_place,
               COMPARE(known(y->blocks_per_second), known(x->blocks_per_second)) ?: MOST_BYTES)

static int (*const orders[LIVE_ORDERS])(const void *, const void *) = {
  [LIVE_BY_BYTES] = by_bytes, [LIVE_BY_BLOCKS] = by_blocks,           [LIVE_BY_GROWTH] = by_growth,
  [LIVE_BY_RATE] = by_rate,   [LIVE_BY_ALLOCATIONS] = by_allocations,
};

static bool is_shown(const struct live_place *place)
{
  return place->now.blocks > 0 || place->grown != 0 || place->bytes_per_second < 0 || place->blocks_per_second > 0;
}

const struct live_place **live_places_sorted(const struct live_places *places, enum live_order order, size_t *ret_count)
{
  const struct live_place **const list = memory_allocate((places->count + 1) * sizeof(struct live_place *));
  *ret_count = 0;
  for (size_t i = 0; i < places->count; i++)
    if (is_shown(&places->items[i]))
      list[(*ret_count)++] = &places->items[i];
  qsort(list, *ret_count, sizeof *list, orders[order]);
  return list;
}
