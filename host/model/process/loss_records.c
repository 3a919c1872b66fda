/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A leak check's analysis: LOSS frames, which tell apart more than a report does, become loss records.
 *
 *   suppressed_losses_by_root()  a suppressed loss takes along what is lost through it
 *   merge_losses()        frames of one kind and stack are one record, with parts by cycle; inherited blocks only add
 *                         up
 *   leak_cycles_settle()  what of a cycle is lost through which of its blocks
 *   lost_blocks_attach()  what other frames tell of how they were lost
 *   siblings_settle()     and of how others of their allocation stacks ended
 *   sort_records()        by size, smallest first, then as Memcheck: reachable, possible, indirect, definite; number
 *                         them
 *   judge_record()        which are asked for, which are errors, which are suppressed
 *   add_to_totals()       by kind, suppressed ones apart */
#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/model/process/growth.h"
#include "host/model/process/model.h"
#include "host/model/process/siblings.h"
#include "host/model/process/suppressed_losses.h"
#include "host/model/process/writer.h"

void leak_check_release(struct leak_check *check)
{
  for (size_t i = 0; i < check->record_count; i++)
    test_ids_release(&check->records[i].tests);
  free(check->records);
  free(check->losses);
  free(check->doubts);
  free(check->xtree_file);
  leak_cycles_release(check);
  lost_blocks_release(check);
  siblings_release(check);
  check->records = NULL;
  check->losses = NULL;
  check->doubts = NULL;
  check->xtree_file = NULL;
  check->record_count = check->loss_count = check->loss_capacity = check->doubt_count = check->doubt_capacity = 0;
}

/* At exit an execution tree holds all records, whatever was to be shown. */
static void take_xtree_file(struct process *process, struct record_string file)
{
  struct leak_check *check = &process->check;
  const bool is_at_exit = check->reason == RECORD_LEAK_AT_EXIT;
  if (file.size == 0 || (is_at_exit && !process->settings.xtree_leak))
    return;
  check->mode = RECORD_LEAK_FULL;
  if (is_at_exit)
    check->show_kinds = 1 << RECORD_LEAK_DEFINITE | 1 << RECORD_LEAK_INDIRECT | 1 << RECORD_LEAK_POSSIBLE |
                        1 << RECORD_LEAK_REACHABLE;
  copy_record_string(file, &check->xtree_file);
}

struct error *process_take_leak_begin(struct process *process, const struct record_frame *frame)
{
  const struct record_leak_begin *begin = &frame->leak_begin;
  struct leak_check *check = &process->check;
  if (begin->id == 0)
    return error_format("a leak check without an id");
  if (check->id && !check->is_complete)
    return error_format("leak check %llu has not ended", (unsigned long long)check->id);
  if (begin->mode != RECORD_LEAK_SUMMARY && begin->mode != RECORD_LEAK_FULL)
    return error_format("mode %llu is unknown", (unsigned long long)begin->mode);
  if (begin->delta > RECORD_DELTA_NEW)
    return error_format("delta %llu is unknown", (unsigned long long)begin->delta);
  struct leak_totals old = check->totals;
  leak_check_release(check);
  *check = (struct leak_check){
    .id = begin->id,
    .tid = begin->tid,
    .mode = (enum record_leak_mode)begin->mode,
    .delta = (enum record_leak_delta)begin->delta,
    .reason = (enum record_leak_reason)begin->reason,
    .show_kinds = process->settings.show_leak_kinds,
    .old_totals = old,
  };
  if (check->reason == RECORD_LEAK_BY_MONITOR) {
    check->show_kinds = begin->show_kinds;
    check->records_max = begin->records_max;
  }
  /* What is shown at exit is the report's choice: the frames hold enough for either mode. */
  if (check->reason == RECORD_LEAK_AT_EXIT)
    check->mode = process->settings.leak_check == LEAK_CHECK_FULL ? RECORD_LEAK_FULL : RECORD_LEAK_SUMMARY;
  take_xtree_file(process, begin->xtree_file);
  return NULL;
}

static struct error *check_loss(const struct process *process, const struct record_loss *loss)
{
  if (loss->check_id != process->check.id || process->check.is_complete)
    return error_format("leak check %llu is not under way", (unsigned long long)loss->check_id);
  if (loss->kind < RECORD_LEAK_DEFINITE || loss->kind > RECORD_LEAK_REACHABLE)
    return error_format("leak kind %llu is unknown", (unsigned long long)loss->kind);
  if (loss->heuristic >= HEURISTICS)
    return error_format("heuristic %llu is unknown", (unsigned long long)loss->heuristic);
  const uint64_t stacks[] = {loss->stack_id, loss->leader_stack_id};
  for (size_t i = 0; i < sizeof stacks / sizeof stacks[0]; i++)
    if (stacks[i] && !stack_table_find(process->stacks, stacks[i]))
      return error_format("it names stack %llu, which was never sent", (unsigned long long)stacks[i]);
  return leak_cycles_check_loss(&process->check, loss);
}

struct error *process_take_loss(struct process *process, const struct record_frame *frame)
{
  struct leak_check *check = &process->check;
  RETURN_IF_ERROR(check_loss(process, &frame->loss));
  *NEW_ITEM(check->losses, check->loss_count, check->loss_capacity) = (struct loss_item){.loss = frame->loss};
  return NULL;
}

static struct error *check_doubt(const struct process *process, const struct record_doubt *doubt)
{
  if (doubt->check_id != process->check.id || process->check.is_complete)
    return error_format("leak check %llu is not under way", (unsigned long long)doubt->check_id);
  if (doubt->kind < RECORD_LEAK_DEFINITE || doubt->kind > RECORD_LEAK_REACHABLE)
    return error_format("leak kind %llu is unknown", (unsigned long long)doubt->kind);
  return NULL;
}

/* A cause that a newer Seep knows of means nothing here. */
struct error *process_take_doubt(struct process *process, const struct record_frame *frame)
{
  struct leak_check *check = &process->check;
  struct error *error = check_doubt(process, &frame->doubt);
  if (error || frame->doubt.cause == 0 || frame->doubt.cause >= RECORD_DOUBT_CAUSES)
    return error;
  *NEW_ITEM(check->doubts, check->doubt_count, check->doubt_capacity) = frame->doubt;
  return NULL;
}

/* --- records --- */

/* What is suppressed by its root is a record of its own. */
ORDER(by_kind_and_stack, struct loss_item,
      UP(loss.kind) ?: UP(loss.stack_id) ?: COMPARE(x->by_root != NULL, y->by_root != NULL))

/* Frames of one record together, those of one part of it as well. */
ORDER(by_record_and_part, struct loss_item,
      by_kind_and_stack(x, y) ?: UP(loss.cycle_id) ?: UP(loss.leader_stack_id) ?: UP(loss.test_id))

static void add_test(struct loss_record *record, const struct record_loss *loss)
{
  if (loss->blocks > 0)
    test_ids_add(&record->tests, loss->test_id);
}

static struct error *add_loss(struct loss_record *record, const struct record_loss *loss)
{
  struct error *error;
  if ((error = add_or_fail(&record->bytes, loss->bytes)) || (error = add_or_fail(&record->blocks, loss->blocks)) ||
      (error = add_or_fail(&record->indirect_bytes, loss->indirect_bytes)) ||
      (error = add_or_fail(&record->indirect_blocks, loss->indirect_blocks)) ||
      (error = add_or_fail(&record->old_bytes, loss->old_bytes)) ||
      (error = add_or_fail(&record->old_blocks, loss->old_blocks)) ||
      (error = add_or_fail(&record->old_indirect_bytes, loss->old_indirect_bytes)) ||
      (error = add_or_fail(&record->old_indirect_blocks, loss->old_indirect_blocks)))
    return error;
  return NULL;
}

static struct error *add_inherited(struct leak_totals *totals, const struct record_loss *loss)
{
  struct error *error = add_or_fail(&totals->inherited_bytes, loss->bytes);
  return error ? error : add_or_fail(&totals->inherited_blocks, loss->blocks);
}

static struct error *add_heuristic(struct leak_totals *totals, const struct record_loss *loss)
{
  if (loss->heuristic == RECORD_HEURISTIC_NONE)
    return NULL;
  struct error *error = add_or_fail(&totals->heuristic_bytes[loss->heuristic], loss->bytes);
  return error ? error : add_or_fail(&totals->heuristic_blocks[loss->heuristic], loss->blocks);
}

/* The record that the loss belongs to: the last one, or a new one. */
static struct loss_record *record_of(struct leak_check *check, const struct loss_item *previous,
                                     const struct loss_item *item)
{
  if (!previous || by_kind_and_stack(previous, item) != 0)
    check->records[check->record_count++] =
      (struct loss_record){.kind = (enum record_leak_kind)item->loss.kind, .suppression = item->by_root};
  return &check->records[check->record_count - 1];
}

static struct error *merge_losses(struct process *process)
{
  struct leak_check *check = &process->check;
  const struct loss_item *previous = NULL;
  check->records = memory_zeroed(check->loss_count + 1, sizeof *check->records);
  if (check->loss_count > 0)
    qsort(check->losses, check->loss_count, sizeof *check->losses, by_record_and_part);
  for (size_t i = 0; i < check->loss_count; i++) {
    struct loss_item *item = &check->losses[i];
    const struct record_loss *loss = &item->loss;
    struct error *error = add_or_fail(&check->block_count, loss->blocks);
    if (!error && loss->inherited && !process->settings.count_inherited) {
      if ((error = add_inherited(&check->totals, loss)))
        return error;
      continue;
    }
    struct loss_record *record = record_of(check, previous, item);
    previous = item;
    item->record = check->record_count;
    if (error || (error = add_loss(record, loss)))
      return error;
    add_test(record, loss);
    if ((error = add_heuristic(&check->totals, loss)) ||
        (error = process_stack(process, loss->stack_id, &record->stack)) ||
        (error = leak_cycles_add_part(process, record, loss)))
      return error;
  }
  return NULL;
}

/* --- order --- */

static int by_size(const void *a, const void *b)
{
  const struct loss_record *x = a, *y = b;
  int order = COMPARE(x->bytes + x->indirect_bytes, y->bytes + y->indirect_bytes);
  if (order == 0)
    order = -COMPARE(x->kind, y->kind);
  if (order == 0)
    order = COMPARE(x->blocks, y->blocks);
  if (order == 0)
    order = COMPARE(x->stack ? x->stack->id : 0, y->stack ? y->stack->id : 0);
  return order;
}

static struct error *sort_records(struct leak_check *check)
{
  for (size_t i = 0; i < check->record_count; i++) {
    uint64_t size = check->records[i].bytes;
    RETURN_IF_ERROR(add_or_fail(&size, check->records[i].indirect_bytes));
  }
  if (check->record_count > 0)
    qsort(check->records, check->record_count, sizeof *check->records, by_size);
  for (size_t i = 0; i < check->record_count; i++)
    check->records[i].number = i + 1;
  return NULL;
}

/* --- judgement --- */

/* Does a check that looks for differences look at this record? */
static bool is_in_delta(const struct loss_record *record, enum record_leak_delta delta)
{
  switch (delta) {
  case RECORD_DELTA_NONE:
    return record->blocks > 0;
  case RECORD_DELTA_INCREASED:
    return record->bytes > record->old_bytes || record->indirect_bytes > record->old_indirect_bytes ||
           record->blocks > record->old_blocks;
  case RECORD_DELTA_CHANGED:
    return record->bytes != record->old_bytes || record->indirect_bytes != record->old_indirect_bytes ||
           record->blocks != record->old_blocks;
  case RECORD_DELTA_NEW:
    return record->blocks > 0 && record->old_blocks == 0;
  }
  return false;
}

/* A record that is suppressed with its root is no use of the entry: the root was counted. */
static struct error *match(struct process *process, struct loss_record *record)
{
  if (record->suppression)
    return NULL;
  suppressed_losses_find(process, record, &record->suppression);
  if (!record->suppression)
    return NULL;
  return process_use_leak_suppression(process, record->suppression, record->bytes + record->indirect_bytes,
                                      record->blocks);
}

static struct error *judge_record(struct process *process, struct loss_record *record)
{
  const struct leak_check *check = &process->check;
  bool is_considered = check->mode == RECORD_LEAK_FULL && is_in_delta(record, check->delta);
  /* A monitor command asks to see leaks; they are no errors of the run. */
  bool is_error = is_considered && check->reason != RECORD_LEAK_BY_MONITOR &&
                  (process->settings.errors_for_leak_kinds >> record->kind & 1);
  RETURN_IF_ERROR(match(process, record));
  if (record->suppression) {
    process->counts.suppressed_errors += is_error;
    process->counts.suppressed_contexts += is_error;
    process->counts.suppressed_leaks += is_error;
    return NULL;
  }
  if (process->ends_by_error)
    return NULL;
  record->is_error = is_error;
  record->is_shown = is_considered && (check->show_kinds >> record->kind & 1);
  process->counts.errors += is_error;
  process->counts.contexts += is_error;
  process->counts.leak_errors += is_error;
  if (record->is_shown && !check->xtree_file && check->reason != RECORD_LEAK_BY_MONITOR) {
    process->counts.shown++;
    process->ends_by_error = process->settings.exit_on_first_error;
  }
  return NULL;
}

/* Of the records that would be shown only the largest are. */
static void limit_shown(struct leak_check *check)
{
  uint64_t shown = 0;
  for (size_t i = check->record_count; check->records_max > 0 && i-- > 0;)
    if (check->records[i].is_shown && shown++ >= check->records_max)
      check->records[i].is_shown = false;
}

/* --- totals --- */

static struct error *add_to_totals(struct leak_totals *totals, const struct loss_record *record)
{
  bool suppressed = record->suppression != NULL;
  RETURN_IF_ERROR(add_or_fail(suppressed ? &totals->suppressed_bytes : &totals->bytes[record->kind], record->bytes));
  return add_or_fail(suppressed ? &totals->suppressed_blocks : &totals->blocks[record->kind], record->blocks);
}

struct error *leak_check_analyse(struct process *process)
{
  struct leak_check *check = &process->check;
  struct error *error;
  if ((error = suppressed_losses_by_root(process)) || (error = merge_losses(process)))
    return error;
  leak_cycles_settle(check);
  if ((error = lost_blocks_attach(process)) || (error = sort_records(check)))
    return error;
  siblings_settle(process);
  for (size_t i = 0; i < check->record_count; i++)
    if ((error = judge_record(process, &check->records[i])) ||
        (error = add_to_totals(&check->totals, &check->records[i])))
      return error;
  limit_shown(check);
  return NULL;
}

/* --- afterwards --- */

const struct loss_record *leak_check_find(const struct leak_check *check, uint64_t kind, uint64_t stack_id)
{
  for (size_t i = 0; i < check->record_count; i++) {
    const struct loss_record *record = &check->records[i];
    if (record->kind == kind && (record->stack ? record->stack->id : 0) == stack_id)
      return record;
  }
  return NULL;
}

const struct loss_record *leak_check_at(const struct leak_check *check, uint64_t number)
{
  return number >= 1 && number <= check->record_count ? &check->records[number - 1] : NULL;
}

struct error *process_take_leak_end(struct process *process, const struct record_frame *frame)
{
  struct leak_check *check = &process->check;
  if (frame->leak_end.id != check->id || check->is_complete)
    return error_format("leak check %llu is not under way", (unsigned long long)frame->leak_end.id);
  check->is_complete = true;
  check->searched_bytes = frame->leak_end.searched_bytes;
  struct error *error = leak_check_analyse(process);
  if (!error && check->reason == RECORD_LEAK_AT_EXIT)
    error = process_judge_growth(process);
  if (error)
    return error;
  WRITERS_TELL(process, leak_check, process, check);
  return NULL;
}
