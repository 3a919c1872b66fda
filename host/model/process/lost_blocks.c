/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Frames are kept as they come, in the order of the record. When the check ends, they are
 *
 *   sort_items()    sorted by what makes a loss, so that a LOSS finds those about it
 *   find_records()  given the number of the loss record that this LOSS has become a part of
 *   make_blocks()   turned into blocks of that record, with keys
 *
 * Where keys are equal, whoever shows them merges them: findings by cycle, the other reports by record. */
#include "host/model/process/lost_blocks.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/model/process/lost_counts.h"
#include "host/model/process/lost_events.h"
#include "host/model/process/lost_exits.h"
#include "host/model/process/lost_owners.h"
#include "host/model/process/model.h"
#include "host/model/process/error_trails.h"

/* A LOST frame. */
struct lost_item {
  struct record_lost lost;
  size_t first_event, event_count;
  enum record_lost_role role; /* of one more event, behind them */
  struct lost_exits exits;
  struct lost_moment *moments;
  size_t moment_count;
  struct lost_count *count;
  bool is_about_a_loss;
  size_t record; /* as in struct loss_item */
};

struct lost_table {
  struct lost_item *items;
  size_t count, capacity;
  struct lost_event *events; /* of all */
  size_t event_count, event_capacity;
  struct lost_blocks *blocks; /* of all records */
};

static void release_table(struct lost_table *table)
{
  for (size_t i = 0; i < table->event_count; i++)
    lost_event_release(&table->events[i]);
  for (size_t i = 0; i < table->count; i++) {
    free(table->items[i].moments);
    lost_count_release(table->items[i].count);
  }
  free(table->items);
  free(table->events);
  free(table->blocks);
  free(table);
}

void lost_blocks_release(struct leak_check *check)
{
  if (check->lost)
    release_table(check->lost);
  check->lost = NULL;
}

/* --- frames --- */

static struct error *check_lost(const struct process *process, const struct record_lost *lost)
{
  const struct leak_check *check = &process->check;
  const uint64_t expected = check->lost ? check->lost->count + 1 : 1;
  if (lost->check_id != check->id || check->is_complete)
    return error_format("leak check %llu is not under way", (unsigned long long)lost->check_id);
  if (lost->id != expected)
    return error_format("it has number %llu instead of %llu", (unsigned long long)lost->id,
                        (unsigned long long)expected);
  if (lost->kind < RECORD_LEAK_DEFINITE || lost->kind > RECORD_LEAK_REACHABLE)
    return error_format("leak kind %llu is unknown", (unsigned long long)lost->kind);
  if (lost->cause > RECORD_LOST_HELD)
    return error_format("cause %llu is unknown", (unsigned long long)lost->cause);
  if (lost->blocks == 0)
    return error_format("it is about no blocks");
  const size_t moments = lost->block_threads.count;
  if (lost->block_numbers.count != moments || lost->block_events.count != moments ||
      lost->block_exits.count != moments || moments > lost->blocks)
    return error_format("its lists of blocks do not agree");
  return NULL;
}

static struct lost_moment *copy_moments(const struct record_lost *lost)
{
  struct lost_moment *moments = memory_zeroed(lost->block_threads.count + 1, sizeof *moments);
  for (size_t i = 0; i < lost->block_threads.count; i++)
    moments[i] = (struct lost_moment){lost->block_threads.items[i], lost->block_numbers.items[i],
                                      lost->block_events.items[i], lost->block_exits.items[i]};
  return moments;
}

struct error *process_take_lost(struct process *process, const struct record_frame *frame)
{
  struct leak_check *check = &process->check;
  RETURN_IF_ERROR(check_lost(process, &frame->lost));
  if (!check->lost)
    check->lost = memory_zeroed(1, sizeof *check->lost);
  struct lost_table *table = check->lost;
  struct lost_exits exits;
  RETURN_IF_ERROR(lost_exits_take(process, &frame->lost, &exits));
  *NEW_ITEM(table->items, table->count, table->capacity) =
    (struct lost_item){.lost = frame->lost,
                       .first_event = table->event_count,
                       .exits = exits,
                       .moments = copy_moments(&frame->lost),
                       .moment_count = frame->lost.block_threads.count};
  return NULL;
}

/* The last pointer went as the blocks were lost; of what happened before, anything may be told. */
static bool may_follow(const struct lost_item *item, uint64_t cause)
{
  switch (item->lost.cause) {
  case RECORD_LOST_NEVER_STORED:
    return false;
  case RECORD_LOST_BY_HOLDER:
  case RECORD_LOST_HELD:
    return item->event_count > 0 || cause == RECORD_LOST_HELD;
  case RECORD_LOST_UNKNOWN:
    return true;
  default:
    return item->event_count > 0 || cause == item->lost.cause;
  }
}

static struct error *check_event(const struct leak_check *check, const struct record_lost_event *event)
{
  if (event->check_id != check->id || check->is_complete)
    return error_format("leak check %llu is not under way", (unsigned long long)event->check_id);
  if (!check->lost || event->lost_id != check->lost->count)
    return error_format("it belongs to LOST %llu, which was not the last one", (unsigned long long)event->lost_id);
  if (event->cause > RECORD_LOST_HELD || event->cause == RECORD_LOST_NEVER_STORED ||
      event->cause == RECORD_LOST_BY_HOLDER)
    return error_format("no event has cause %llu", (unsigned long long)event->cause);
  const struct lost_item *item = &check->lost->items[check->lost->count - 1];
  if (item->role != RECORD_LOST_ROLE_NONE || event->role > RECORD_LOST_ROLE_NEWER ||
      (event->role != RECORD_LOST_ROLE_NONE && (item->event_count == 0 || event->cause == RECORD_LOST_HELD)))
    return error_format("it has role %llu, where there can be none", (unsigned long long)event->role);
  if (!may_follow(item, event->cause))
    return error_format("its cause is %llu, but that of the blocks is %llu", (unsigned long long)event->cause,
                        (unsigned long long)item->lost.cause);
  return NULL;
}

struct error *process_take_lost_event(struct process *process, const struct record_frame *frame)
{
  if (frame->lost_event.trail_id != 0)
    return trails_take_event(process, &frame->lost_event);
  struct error *error = check_event(&process->check, &frame->lost_event);
  if (error)
    return error;
  struct lost_table *table = process->check.lost;
  grow((void **)&table->events, table->event_count, &table->event_capacity, sizeof *table->events);
  if ((error = lost_event_make(process, &frame->lost_event, &table->events[table->event_count])))
    return error;
  table->event_count++;
  struct lost_item *item = &table->items[table->count - 1];
  item->role = (enum record_lost_role)frame->lost_event.role;
  item->event_count += item->role == RECORD_LOST_ROLE_NONE;
  return NULL;
}

struct error *process_take_lost_count(struct process *process, const struct record_frame *frame)
{
  const struct record_lost_count *count = &frame->lost_count;
  const struct leak_check *check = &process->check;
  if (count->check_id != check->id || check->is_complete)
    return error_format("leak check %llu is not under way", (unsigned long long)count->check_id);
  if (!check->lost || count->lost_id != check->lost->count)
    return error_format("it belongs to LOST %llu, which was not the last one", (unsigned long long)count->lost_id);
  struct lost_item *item = &check->lost->items[check->lost->count - 1];
  if (item->count)
    return error_format("it is the second one of LOST %llu", (unsigned long long)count->lost_id);
  return lost_count_make(process, count, &item->count);
}

/* --- whose they are --- */

static int compare_to_loss(const struct record_lost *lost, const struct record_loss *loss)
{
  int order = COMPARE(lost->kind, loss->kind);
  if (order == 0)
    order = COMPARE(lost->stack_id, loss->stack_id);
  if (order == 0)
    order = COMPARE(lost->leader_stack_id, loss->leader_stack_id);
  return order ? order : COMPARE(lost->cycle_id, loss->cycle_id);
}

static int by_loss(const void *a, const void *b)
{
  const struct lost_item *x = a, *y = b;
  const struct record_loss loss = {.kind = y->lost.kind, .stack_id = y->lost.stack_id,
                                   .leader_stack_id = y->lost.leader_stack_id, .cycle_id = y->lost.cycle_id};
  const int order = compare_to_loss(&x->lost, &loss);
  return order ? order : COMPARE(x->lost.id, y->lost.id);
}

static void sort_items(struct lost_table *table)
{
  qsort(table->items, table->count, sizeof *table->items, by_loss);
}

/* The first item that is about such a loss, or comes after them. */
static size_t first_about(const struct lost_table *table, const struct record_loss *loss)
{
  return FIRST_NOT(i, table->count, compare_to_loss(&table->items[i].lost, loss) < 0);
}

/* Losses that differ in their tests, or are inherited or not, have the same items: any that counts here will do. Those
 * items are all done when the first of them is. */
static void give_record(struct lost_table *table, const struct loss_item *loss)
{
  for (size_t i = first_about(table, &loss->loss); i < table->count; i++) {
    struct lost_item *item = &table->items[i];
    if (compare_to_loss(&item->lost, &loss->loss) != 0 || item->record > 0 ||
        (item->is_about_a_loss && loss->record == 0))
      return;
    item->is_about_a_loss = true;
    item->record = loss->record;
  }
}

static struct error *find_records(const struct leak_check *check)
{
  for (size_t i = 0; i < check->loss_count; i++)
    give_record(check->lost, &check->losses[i]);
  for (size_t i = 0; i < check->lost->count; i++)
    if (!check->lost->items[i].is_about_a_loss)
      return error_format("LOST %llu is about blocks that no LOSS has",
                          (unsigned long long)check->lost->items[i].lost.id);
  return NULL;
}

/* --- copies --- */

/* Functions of libraries save registers that their callers need no more. So a word of the stack that is no variable and
 * was stored by such a function is hardly a pointer of the program's. */
static bool is_chance_copy(const struct lost_event *event)
{
  const struct code *code = event->stored && event->stored->count > 0 ? event->stored->codes[0] : NULL;
  return event->place.kind == LOST_ON_STACK && code && code->frame_count > 0 &&
         !code->frames[code->frame_count - 1].is_own;
}

/* They count only if there is nothing else. */
static void drop_copies(struct lost_blocks *blocks)
{
  while (blocks->event_count > 1 && blocks->cause == blocks->events[0].cause && is_chance_copy(&blocks->events[0])) {
    blocks->events++;
    blocks->event_count--;
    blocks->cause = blocks->events[0].cause;
    blocks->drop = (struct lost_drop){0};
  }
}

/* --- blocks --- */

ORDER(by_record, struct lost_item, UP(record) ?: UP(lost.id))

/* They are those of the last event and exit of all: made the ones of the event, or the exit, by which it is told that
 * the block was lost. */
static void settle_moments(const struct lost_item *item, struct lost_blocks *blocks)
{
  const size_t copies = item->event_count - blocks->event_count;
  const bool is_exit = blocks->drop.kind != LOST_DROP_NONE && blocks->drop.left;
  for (size_t i = 0; i < item->moment_count; i++) {
    struct lost_moment *moment = &item->moments[i];
    const uint64_t later = is_exit ? blocks->drop.exits_later : moment->exits;
    moment->events -= copies < moment->events ? copies : moment->events;
    moment->exits -= later < moment->exits ? later : moment->exits;
  }
  blocks->moments = item->moments;
  blocks->moment_count = item->moment_count;
}

static struct error *make_block(struct process *process, const struct lost_item *item, struct lost_blocks *ret)
{
  const struct leak_check *check = &process->check;
  const struct record_lost *lost = &item->lost;
  struct stack *leader;
  struct error *error = process_stack(process, lost->leader_stack_id, &leader);
  if (error)
    return error;
  *ret = (struct lost_blocks){
    .cause = (enum record_lost_cause)lost->cause,
    .blocks = lost->blocks,
    .bytes = lost->bytes,
    .cycle = lost->cycle_id ? &check->cycles[lost->cycle_id - 1] : NULL,
    .leader = leader,
    .count = item->count,
    .event_count = item->event_count,
    .events = item->event_count > 0 ? check->lost->events + item->first_event : NULL,
  };
  struct stack *allocated;
  if ((error = process_stack(process, lost->stack_id, &allocated)))
    return error;
  ret->drop = lost_exits_judge(process, &item->exits, allocated, ret);
  if (item->exits.count == 0)
    ret->drop.registers = lost->registers;
  drop_copies(ret);
  settle_moments(item, ret);
  if (ret->event_count > 0 && ret->event_count == item->event_count)
    lost_owners_judge(ret, check->lost->events + item->first_event, item->role);
  ret->key = lost_events_key(process, ret) ^ lost_count_key(process, ret->count);
  return NULL;
}

/* Those of a record stand together. */
static struct error *make_blocks(struct process *process)
{
  struct leak_check *check = &process->check;
  struct lost_table *table = check->lost;
  table->blocks = memory_zeroed(table->count + 1, sizeof *table->blocks);
  qsort(table->items, table->count, sizeof *table->items, by_record);
  for (size_t i = 0; i < table->count; i++) {
    const struct lost_item *item = &table->items[i];
    RETURN_IF_ERROR(item->record > 0 ? make_block(process, item, &table->blocks[i]) : NULL);
    if (item->record == 0)
      continue;
    struct loss_record *record = &check->records[item->record - 1];
    if (record->lost_count++ == 0)
      record->lost = &table->blocks[i];
  }
  return NULL;
}

struct error *lost_blocks_attach(struct process *process)
{
  struct lost_table *table = process->check.lost;
  if (!table)
    return NULL;
  sort_items(table);
  struct error *error = find_records(&process->check);
  return error ? error : make_blocks(process);
}

/* --- merging --- */

ORDER(by_key, struct lost_blocks, UP(key))

int lost_blocks_by_size(const void *a, const void *b)
{
  const struct lost_blocks *x = a, *y = b;
  int order = COMPARE(y->bytes, x->bytes);
  if (order == 0)
    order = COMPARE(y->blocks, x->blocks);
  return order ? order : by_key(a, b);
}

static size_t merge(struct lost_blocks *lost, size_t found)
{
  size_t count = 0;
  for (size_t i = 0; i < found; i++) {
    struct lost_blocks *last = count > 0 ? &lost[count - 1] : NULL;
    if (!last || by_key(last, &lost[i]) != 0) {
      lost[count++] = lost[i];
      continue;
    }
    add_saturated(&last->blocks, lost[i].blocks);
    add_saturated(&last->bytes, lost[i].bytes);
    last->drop.registers |= lost[i].drop.registers;
  }
  return count;
}

void lost_blocks_gather(const struct loss_record *const *records, size_t count, struct lost_blocks **ret,
                        size_t *ret_count)
{
  size_t found = 0;
  for (size_t i = 0; i < count; i++)
    found += records[i]->lost_count;
  struct lost_blocks *lost = memory_zeroed(found + 1, sizeof *lost);
  for (size_t i = 0, at = 0; i < count; at += records[i++]->lost_count)
    if (records[i]->lost_count > 0)
      memcpy(lost + at, records[i]->lost, records[i]->lost_count * sizeof *lost);
  qsort(lost, found, sizeof *lost, by_key);
  *ret_count = merge(lost, found);
  qsort(lost, *ret_count, sizeof *lost, lost_blocks_by_size);
  *ret = lost;
}
