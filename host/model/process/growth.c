/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Keeps what frames tell. A site gets a value only when it has changed, so memory is bounded by the size of the record.
 * */
#include "host/model/process/growth.h"

#include <stdlib.h>

#include <libiberty/hashtab.h> /* needs the one above */

#include "host/base/grow.h"
#include "host/base/hash_table.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/model/process/model.h"

/* Where a stack's site stands. */
struct numbered_stack {
  uint64_t stack_id;
  size_t site;
};

HASHED(stack, struct numbered_stack, HASH(stack_id, 0), SAME(stack_id))

void growth_create(struct growth **ret)
{
  struct growth *growth = memory_zeroed(1, sizeof *growth);
  growth->by_stack = HASH_TABLE(stack, 64, free);
  *ret = growth;
}

void growth_destroy(struct growth *growth)
{
  if (!growth)
    return;
  for (size_t i = 0; i < growth->site_count; i++)
    free(growth->sites[i].values);
  for (size_t i = 0; i < growth->mark_count; i++)
    free(growth->marks[i].text);
  htab_delete(growth->by_stack);
  free(growth->points);
  free(growth->sites);
  free(growth->marks);
  free(growth);
}

/* --- sites --- */

static struct error *add_site(struct process *process, uint64_t stack_id, struct numbered_stack **ret)
{
  struct growth *growth = process->growth;
  struct stack *stack = stack_id ? stack_table_find(process->stacks, stack_id) : NULL;
  if (stack_id && !stack)
    return error_format("it names stack %llu, which was never sent", (unsigned long long)stack_id);
  grow((void **)&growth->sites, growth->site_count, &growth->site_capacity, sizeof *growth->sites);
  const struct numbered_stack made = {stack_id, growth->site_count};
  *ret = *htab_find_slot(growth->by_stack, &made, INSERT) = memory_copy(&made, sizeof made);
  growth->sites[growth->site_count++] = (struct growth_site){.stack_id = stack_id, .stack = stack};
  return NULL;
}

static struct numbered_stack *find_numbered_stack(const struct growth *growth, uint64_t stack_id)
{
  return htab_find(growth->by_stack, &(struct numbered_stack){.stack_id = stack_id});
}

static struct error *find_site(struct process *process, uint64_t stack_id, struct growth_site **ret)
{
  struct growth *growth = process->growth;
  struct numbered_stack *place = find_numbered_stack(growth, stack_id);
  struct error *error = place ? NULL : add_site(process, stack_id, &place);
  if (!error)
    *ret = &growth->sites[place->site];
  return error;
}

/* --- SAMPLE --- */

/* The same sample, in another frame. */
static bool is_same_sample(const struct growth_point *last, const struct growth_point *point)
{
  return last->elapsed_ns == point->elapsed_ns && last->allocations == point->allocations &&
         last->instructions == point->instructions && last->live_bytes == point->live_bytes &&
         last->live_blocks == point->live_blocks && last->is_peak == point->is_peak;
}

static struct error *add_point(struct growth *growth, const struct record_sample *sample)
{
  struct growth_point point = {
    .elapsed_ns = sample->elapsed_ns, .allocations = sample->allocations, .instructions = sample->instructions,
    .live_bytes = sample->live_bytes, .live_blocks = sample->live_blocks, .is_peak = sample->is_peak != 0};
  if (growth->point_count > 0) {
    const struct growth_point *last = &growth->points[growth->point_count - 1];
    if (is_same_sample(last, &point))
      return NULL;
    if (point.elapsed_ns < last->elapsed_ns || point.allocations < last->allocations ||
        point.instructions < last->instructions)
      return error_format("its clocks are behind those of the sample before");
  }
  *NEW_ITEM(growth->points, growth->point_count, growth->point_capacity) = point;
  return NULL;
}

static struct error *add_value(struct process *process, uint64_t stack_id, struct growth_value value)
{
  struct growth_site *site;
  RETURN_IF_ERROR(find_site(process, stack_id, &site));
  const struct growth_value *last = site->value_count > 0 ? &site->values[site->value_count - 1] : NULL;
  if (last && last->point == value.point)
    return error_format("it has stack %llu twice", (unsigned long long)stack_id);
  if (value.blocks == 0 && value.bytes > 0)
    return error_format("stack %llu has bytes without blocks", (unsigned long long)stack_id);
  if (last && last->bytes == value.bytes && last->blocks == value.blocks)
    return NULL;
  *NEW_ITEM(site->values, site->value_count, site->value_capacity) = value;
  return NULL;
}

static struct error *take_sample(struct process *process, const struct record_sample *sample)
{
  size_t count = sample->stack_ids.count;
  if (sample->bytes.count != count || sample->blocks.count != count)
    return error_format("it has %zu stacks, but %zu numbers of bytes and %zu of blocks", count, sample->bytes.count,
                        sample->blocks.count);
  struct error *error = add_point(process->growth, sample);
  for (size_t i = 0; !error && i < count; i++)
    error = add_value(process, sample->stack_ids.items[i],
                      (struct growth_value){process->growth->point_count - 1, sample->bytes.items[i],
                                            sample->blocks.items[i]});
  return error;
}

/* --- SITE --- */

static struct error *take_site(struct process *process, const struct record_site *totals)
{
  struct growth_site *site;
  unsigned long long id = totals->stack_id;
  if (totals->total_blocks == 0 || totals->live_blocks > totals->total_blocks ||
      totals->short_blocks > totals->total_blocks - totals->live_blocks)
    return error_format("stack %llu has %llu blocks, of which %llu live and %llu were short-lived", id,
                        (unsigned long long)totals->total_blocks, (unsigned long long)totals->live_blocks,
                        (unsigned long long)totals->short_blocks);
  if (totals->first_allocation > totals->last_allocation)
    return error_format("the first block of stack %llu comes after its last", id);
  RETURN_IF_ERROR(find_site(process, totals->stack_id, &site));
  if (site->totals.total_blocks > totals->total_blocks)
    return error_format("stack %llu had more blocks before", id);
  site->totals = *totals;
  return NULL;
}

/* --- MARK --- */

static void take_mark(struct growth *growth, const struct record_mark *mark)
{
  struct growth_mark made = {
    .elapsed_ns = mark->elapsed_ns, .allocations = mark->allocations, .instructions = mark->instructions,
    .tid = mark->tid};
  grow((void **)&growth->marks, growth->mark_count, &growth->mark_capacity, sizeof made);
  copy_record_string(mark->text, &made.text);
  growth->marks[growth->mark_count++] = made;
}

struct error *process_take_growth(struct process *process, const struct record_frame *frame)
{
  process->growth->is_analysed = false;
  switch (frame->kind) {
  case RECORD_SAMPLE:
    return take_sample(process, &frame->sample);
  case RECORD_SITE:
    return take_site(process, &frame->site);
  default:
    take_mark(process->growth, &frame->mark);
    return NULL;
  }
}

/* --- use --- */

ORDER(by_stack_id, struct growth_site, UP(stack_id))

void growth_analyse(struct growth *growth)
{
  if (growth->is_analysed)
    return;
  if (growth->site_count > 0)
    qsort(growth->sites, growth->site_count, sizeof *growth->sites, by_stack_id);
  for (size_t i = 0; i < growth->site_count; i++)
    find_numbered_stack(growth, growth->sites[i].stack_id)->site = i;
  growth_classify_sites(growth);
  growth_fit_sites(growth);
  growth->is_analysed = true;
}

const struct growth_site *growth_site_of(const struct growth *growth, uint64_t stack_id)
{
  const struct numbered_stack *place = find_numbered_stack(growth, stack_id);
  return place ? &growth->sites[place->site] : NULL;
}

const struct growth_value *growth_at(const struct growth_site *site, size_t point)
{
  size_t low = FIRST_NOT(i, site->value_count, site->values[i].point <= point);
  return low > 0 ? &site->values[low - 1] : NULL;
}

struct growth_value growth_last(const struct growth_site *site)
{
  if (site->value_count > 0)
    return site->values[site->value_count - 1];
  return (struct growth_value){.bytes = site->totals.live_bytes, .blocks = site->totals.live_blocks};
}

double growth_time(const struct growth_point *point, enum growth_clock clock)
{
  switch (clock) {
  case GROWTH_ALLOCATIONS:
    return (double)point->allocations;
  case GROWTH_INSTRUCTIONS:
    return (double)point->instructions;
  default:
    return (double)point->elapsed_ns / 1e9;
  }
}
