/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is counted, and which frames are shown, is as in Memcheck: a tree of the heap leaves out the allocation function
 * itself, both end at main. */
#include "host/model/process/xtree.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/model/frames/frame_names.h"
#include "host/model/process/writer.h"

/* The first two are all that there is without RECORD_XTREE_FULL. */
static const struct xtree_event heap_events[] = {
  {"curB", "currently allocated Bytes"}, {"curBk", "currently allocated Blocks"},
  {"totB", "total allocated Bytes"},     {"totBk", "total allocated Blocks"},
  {"totFdB", "total Freed Bytes"},       {"totFdBk", "total Freed Blocks"},
};
enum { HEAP_EVENTS = sizeof heap_events / sizeof heap_events[0], HEAP_EVENTS_LIVE = 2 };

/* Now, what is more than in the check before, and what is less. Of each: bytes by kind, with what is lost through the
 * blocks; that alone, of definitely lost ones; blocks by kind. */
static const struct xtree_event leak_events[] = {
  {"RB", "Reachable Bytes"},
  {"PB", "Possibly lost Bytes"},
  {"IB", "Indirectly lost Bytes"},
  {"DB", "Definitely lost Bytes (direct plus indirect)"},
  {"DIB", "Definitely Indirectly lost Bytes (subset of DB)"},
  {"RBk", "reachable Blocks"},
  {"PBk", "Possibly lost Blocks"},
  {"IBk", "Indirectly lost Blocks"},
  {"DBk", "Definitely lost Blocks"},
  {"iRB", "increase Reachable Bytes"},
  {"iPB", "increase Possibly lost Bytes"},
  {"iIB", "increase Indirectly lost Bytes"},
  {"iDB", "increase Definitely lost Bytes"},
  {"iDIB", "increase Definitely Indirectly lost Bytes"},
  {"iRBk", "increase reachable Blocks"},
  {"iPBk", "increase Possibly lost Blocks"},
  {"iIBk", "increase Indirectly lost Blocks"},
  {"iDBk", "increase Definitely lost Blocks"},
  {"dRB", "decrease Reachable Bytes"},
  {"dPB", "decrease Possibly lost Bytes"},
  {"dIB", "decrease Indirectly lost Bytes"},
  {"dDB", "decrease Definitely lost Bytes"},
  {"dDIB", "decrease Definitely Indirectly lost Bytes"},
  {"dRBk", "decrease reachable Blocks"},
  {"dPBk", "decrease Possibly lost Blocks"},
  {"dIBk", "decrease Indirectly lost Blocks"},
  {"dDBk", "decrease Definitely lost Blocks"},
};
enum { INDIRECT = 4, BLOCKS = 5, INCREASE = 9, DECREASE = 18 };
_Static_assert(sizeof leak_events / sizeof leak_events[0] == XTREE_EVENTS_MAX, "no item has more values");

void xtree_destroy(struct xtree *xtree)
{
  if (!xtree)
    return;
  free(xtree->file);
  free(xtree->items);
  free(xtree);
}

static void create_xtree(const struct xtree_event *events, size_t event_count, struct xtree **ret)
{
  struct xtree *xtree = memory_zeroed(1, sizeof *xtree);
  xtree->events = events;
  xtree->event_count = event_count;
  *ret = xtree;
}

/* The values are for the caller to fill; *ret is NULL when nothing of the stack is shown. */
static void add_item(struct xtree *xtree, const struct settings *settings, const struct stack *stack, size_t first,
                     struct xtree_item **ret)
{
  const size_t end = stack ? frame_names_shown_codes(settings, stack) : 0;
  *ret = NULL;
  if (first >= end)
    return;
  *ret = NEW_ITEM(xtree->items, xtree->count, xtree->capacity);
  **ret = (struct xtree_item){.stack = stack, .first = first, .end = end};
}

/* --- of the heap --- */

static struct error *check_frame(const struct record_xtree *frame)
{
  if (frame->content != RECORD_XTREE_ALLOCS && frame->content != RECORD_XTREE_FULL)
    return error_format("execution trees of content %llu are unknown", (unsigned long long)frame->content);
  const size_t count = frame->stack_ids.count, rest = frame->content == RECORD_XTREE_FULL ? count : 0;
  if (frame->bytes.count != count || frame->blocks.count != count || frame->total_bytes.count != rest ||
      frame->total_blocks.count != rest || frame->freed_bytes.count != rest || frame->freed_blocks.count != rest)
    return error_format("its lists differ in length");
  return NULL;
}

static void begin_heap(struct process *process, const struct record_xtree *frame)
{
  const bool is_full = frame->content == RECORD_XTREE_FULL;
  create_xtree(heap_events, is_full ? HEAP_EVENTS : HEAP_EVENTS_LIVE, &process->xtree);
  process->xtree->by_monitor = frame->by_monitor;
  process->xtree->elapsed_ns = frame->elapsed_ns;
  copy_record_string(frame->file, &process->xtree->file);
}

static struct error *take_item(struct process *process, const struct record_xtree *frame, size_t index)
{
  const struct record_numbers *const lists[HEAP_EVENTS] = {&frame->bytes,       &frame->blocks,
                                                           &frame->total_bytes, &frame->total_blocks,
                                                           &frame->freed_bytes, &frame->freed_blocks};
  struct stack *stack;
  struct xtree_item *item;
  RETURN_IF_ERROR(process_stack(process, frame->stack_ids.items[index], &stack));
  add_item(process->xtree, &process->settings, stack, 1, &item);
  if (!item)
    return NULL;
  for (size_t i = 0; i < process->xtree->event_count; i++)
    item->values[i] = lists[i]->items[index];
  return NULL;
}

struct error *process_take_xtree(struct process *process, const struct record_frame *frame)
{
  const struct record_xtree *taken = &frame->xtree;
  struct error *error = check_frame(taken);
  if (!error && !process->xtree)
    begin_heap(process, taken);
  if (!error && process->xtree->event_count != (taken->content == RECORD_XTREE_FULL ? HEAP_EVENTS : HEAP_EVENTS_LIVE))
    error = error_format("its tree began as one of another content");
  for (size_t i = 0; i < taken->stack_ids.count && !error; i++)
    error = take_item(process, taken, i);
  if (error || taken->has_more)
    return error;
  WRITERS_TELL(process, xtree, process, process->xtree);
  xtree_destroy(process->xtree);
  process->xtree = NULL;
  return NULL;
}

/* --- of a leak check --- */

/* Where a kind stands among the values. */
static size_t place_of(enum record_leak_kind kind)
{
  return RECORD_LEAK_REACHABLE - kind;
}
_Static_assert(RECORD_LEAK_REACHABLE - RECORD_LEAK_POSSIBLE == 1 && RECORD_LEAK_REACHABLE - RECORD_LEAK_INDIRECT == 2 &&
                 RECORD_LEAK_REACHABLE - RECORD_LEAK_DEFINITE == 3,
               "events are in the order of reachable, possible, indirect, definite");

static uint64_t excess(uint64_t a, uint64_t b)
{
  return a > b ? a - b : 0;
}

static void count_record(const struct loss_record *record, struct xtree_item *item)
{
  const size_t place = place_of(record->kind);
  const bool has_indirect = record->kind == RECORD_LEAK_DEFINITE;
  const struct {
    uint64_t bytes, indirect, blocks;
  } changes[] = {
    {record->bytes, record->indirect_bytes, record->blocks},
    {excess(record->bytes, record->old_bytes), excess(record->indirect_bytes, record->old_indirect_bytes),
     excess(record->blocks, record->old_blocks)},
    {excess(record->old_bytes, record->bytes), excess(record->old_indirect_bytes, record->indirect_bytes),
     excess(record->old_blocks, record->blocks)},
  };
  static const size_t parts[] = {0, INCREASE, DECREASE};
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
    uint64_t *values = item->values + parts[i];
    add_saturated(&values[place], changes[i].bytes);
    if (has_indirect) {
      add_saturated(&values[place], changes[i].indirect);
      add_saturated(&values[INDIRECT], changes[i].indirect);
    }
    add_saturated(&values[BLOCKS + place], changes[i].blocks);
  }
}

/* In the order of their stacks, and of one stack as they are numbered. */
ORDER_POINTERS(by_stack, struct loss_record, UP(stack->id) ?: UP(number))

/* Malloc'ed. */
static const struct loss_record **list_shown(const struct leak_check *check, size_t *ret_count)
{
  const struct loss_record **records = memory_zeroed(check->record_count + 1, sizeof *records);
  size_t count = 0;
  for (size_t i = 0; i < check->record_count; i++)
    if (check->records[i].is_shown && check->records[i].stack)
      records[count++] = &check->records[i];
  if (count > 0)
    qsort(records, count, sizeof *records, by_stack);
  *ret_count = count;
  return records;
}

/* Records of one stack are one item. */
static void add_records(struct xtree *xtree, const struct settings *settings, const struct leak_check *check)
{
  size_t count;
  const struct loss_record **records = list_shown(check, &count);
  struct xtree_item *item = NULL;
  for (size_t i = 0; i < count; i++) {
    if (i == 0 || records[i]->stack != records[i - 1]->stack)
      add_item(xtree, settings, records[i]->stack, 0, &item);
    if (item)
      count_record(records[i], item);
  }
  free(records);
}

void xtree_of_leaks(const struct settings *settings, const struct leak_check *check, struct xtree **ret)
{
  struct xtree *xtree = NULL;
  create_xtree(leak_events, XTREE_EVENTS_MAX, &xtree);
  xtree->file = memory_text(check->xtree_file);
  add_records(xtree, settings, check);
  *ret = xtree;
}
