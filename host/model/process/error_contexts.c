/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Error contexts: found by id, listed in the order they came, matched with the suppressions when they come. */
#include <stddef.h>
#include <stdlib.h>

#include "host/base/grow.h"
#include "host/base/hash_table.h"
#include "host/base/memory.h"
#include "host/model/process/error_storms.h"
#include "host/model/process/found_later.h"
#include "host/model/process/model.h"
#include "host/model/process/suppression_match.h"
#include "host/model/process/error_trails.h"
#include "host/model/process/writer.h"

/* Memcheck's limits. */
enum { SHOWN_MAX = 1000, FOUND_MAX = 10000000 };

struct error_table {
  struct error_context **contexts;
  size_t count, capacity;
  htab_t by_id;
  htab_t storms; /* see host/model/process/error_storms.h */
};

HASHED(context, struct error_context, (hashval_t)((x->id * 0x9e3779b97f4a7c15u) >> 32), SAME(id))

void error_table_create(struct error_table **ret)
{
  struct error_table *table = memory_zeroed(1, sizeof *table);
  table->by_id = HASH_TABLE(context, 16, NULL);
  table->storms = error_storms_create();
  *ret = table;
}

static void context_destroy(struct error_context *context)
{
  free(context->text);
  free(context->place_name);
  free(context->place_section);
  test_ids_release(&context->tests);
  free(context);
}

void error_table_destroy(struct error_table *table)
{
  if (!table)
    return;
  for (size_t i = 0; i < table->count; i++)
    context_destroy(table->contexts[i]);
  free(table->contexts);
  hash_table_delete(table->by_id);
  hash_table_delete(table->storms);
  free(table);
}

size_t error_table_size(const struct error_table *table)
{
  return table->count;
}

const struct error_context *error_table_at(const struct error_table *table, size_t index)
{
  return table->contexts[index];
}

bool error_has_place(const struct error_context *context)
{
  switch (context->kind) {
  case RECORD_ERROR_INVALID_FREE:
  case RECORD_ERROR_MISMATCHED_FREE:
  case RECORD_ERROR_REALLOC_ZERO:
  case RECORD_ERROR_SIZE_MISMATCH:
  case RECORD_ERROR_ALIGNMENT_MISMATCH:
  case RECORD_ERROR_MEMPOOL:
  case RECORD_ERROR_INVALID_READ:
  case RECORD_ERROR_INVALID_WRITE:
  case RECORD_ERROR_INVALID_JUMP:
  case RECORD_ERROR_CLIENT_CHECK:
    return true;
  case RECORD_ERROR_SYSCALL_PARAM:
    return context->auxiliary != RECORD_PARAM_REGISTER;
  }
  return found_later_of(context->kind) != NULL;
}

bool error_is_of_descriptor(const struct error_context *context)
{
  return context->kind == RECORD_ERROR_FD_BAD_CLOSE || context->kind == RECORD_ERROR_FD_BAD_USE ||
         context->kind == RECORD_ERROR_FD_NOT_CLOSED;
}

bool error_is_of_value(const struct error_context *context)
{
  switch (context->kind) {
  case RECORD_ERROR_CONDITION:
  case RECORD_ERROR_VALUE:
    return true;
  case RECORD_ERROR_SYSCALL_PARAM:
  case RECORD_ERROR_CLIENT_CHECK:
    return context->auxiliary != RECORD_PARAM_UNADDRESSABLE;
  }
  return false;
}

static struct error_context *find_context(const struct error_table *table, uint64_t id)
{
  return htab_find(table->by_id, &(struct error_context){.id = id});
}

/* Takes the context over, unless it fails. */
static void add_context(struct error_table *table, struct error_context *context)
{
  grow((void **)&table->contexts, table->count, &table->capacity, sizeof *table->contexts);
  *htab_find_slot(table->by_id, context, INSERT) = context;
  table->contexts[table->count++] = context;
}

static struct error *check_frame(const struct process *process, const struct record_error *frame)
{
  if (frame->id == 0 || find_context(process->errors, frame->id))
    return error_format("error %llu was sent already", (unsigned long long)frame->id);
  switch (frame->kind) {
#define ERROR_KIND(NAME, number, xml_kind, suppression_kind) case number:
#include "shared/record/error_kinds.def"
    return NULL;
  }
  return error_format("error kind %llu is not known to this Seep", (unsigned long long)frame->kind);
}

static struct error *find_stacks(struct process *process, const struct record_error *frame,
                                 struct error_context *context)
{
  struct error *error;
  if ((error = process_stack(process, frame->stack_id, &context->stack)) ||
      (error = process_stack(process, frame->alloc_stack_id, &context->alloc_stack)) ||
      (error = process_stack(process, frame->free_stack_id, &context->free_stack)) ||
      (error = process_stack(process, frame->place_stack_id, &context->place_stack)) ||
      (error = process_stack(process, frame->origin_stack_id, &context->origin_stack)))
    return error;
  return trails_find(process->trails, frame->trail_id, &context->trail);
}

static void copy_strings(const struct record_error *frame, struct error_context *context)
{
  copy_record_string(frame->text, &context->text);
  copy_record_string(frame->place_name, &context->place_name);
  copy_record_string(frame->place_section, &context->place_section);
}

static struct error *create_context(struct process *process, const struct record_error *frame,
                                    struct error_context **ret)
{
  struct error_context *context = memory_allocate(sizeof *context);
  *context = (struct error_context){
    .id = frame->id,
    .kind = frame->kind,
    .tid = frame->tid,
    .started = process_thread_start(process, frame->tid),
    .address = frame->address,
    .size = frame->size,
    .auxiliary = frame->auxiliary,
    .place = frame->place,
    .block_start = frame->block_start,
    .block_bytes = frame->block_bytes,
    .block_allocator = frame->block_allocator,
    .nearest_start = frame->nearest_start,
    .nearest_bytes = frame->nearest_bytes,
    .nearest_is_freed = frame->nearest_is_freed != 0,
    .place_tid = frame->place_tid,
    .place_frame = frame->place_frame,
    .place_offset = frame->place_offset,
    .place_detail = frame->place_detail,
    .origin = frame->origin,
    .count = frame->inherited > 0 ? frame->inherited : 1,
    .inherited = frame->inherited,
    .last_seen = ++process->clock,
  };
  copy_strings(frame, context);
  test_ids_add(&context->tests, frame->test_id);
  struct error *error = find_stacks(process, frame, context);
  if (!error && process->settings.read_var_info && (error_has_place(context) || context->kind == RECORD_ERROR_NONE))
    error = variables_find(process, frame, &context->variable);
  if (error) {
    context_destroy(context);
    return error;
  }
  *ret = context;
  return NULL;
}

/* A suppression file that the process has named since does not hide what was shown before. */
static void match(struct process *process, struct error_context *context, bool was_shown)
{
  struct suppression_match match;
  suppression_match_error(context, NULL, &match);
  (was_shown ? process_find_shared_suppression : process_find_suppression)(process, &match.finding,
                                                                           &context->suppression);
  suppression_match_release(&match);
}

static bool limit_is_reached(const struct process *process)
{
  return process->settings.error_limit &&
         (process->counts.shown >= SHOWN_MAX || process->counts.errors >= FOUND_MAX);
}

static struct error *count(struct process *process, struct error_context *context, uint64_t more)
{
  if (!context->suppression)
    return add_or_fail(&process->counts.errors, more);
  struct error *error = add_or_fail(&process->counts.suppressed_errors, more);
  return error ? error : process_use_suppression(process, context->suppression, more);
}

static struct error *take_new_context(struct process *process, struct error_context *context)
{
  match(process, context, false);
  struct error *error = count(process, context, 1);
  if (error)
    return error;
  error_storms_fold(process->errors->storms, process, context);
  process->last_is_suppressed = context->suppression || context->folded_into;
  if (context->suppression)
    process->counts.suppressed_contexts++;
  if (process->last_is_suppressed)
    return NULL;
  process->counts.contexts++;
  process->counts.shown++;
  process->ends_by_error = process->settings.exit_on_first_error;
  WRITERS_TELL(process, error, process, context);
  return NULL;
}

/* It counts as often as it has happened, but the process that found it has shown it. */
static struct error *take_inherited_context(struct process *process, struct error_context *context, bool was_shown)
{
  struct error_counts *counts = &process->counts;
  struct error *error;
  match(process, context, was_shown);
  if (context->suppression) {
    counts->suppressed_contexts++;
    error = add_or_fail(&counts->suppressed_errors, context->count);
    return error ? error : process_inherit_use(process, context->suppression, context->count);
  }
  counts->contexts++;
  counts->shown++;
  counts->inherited_contexts++;
  error = add_or_fail(&counts->errors, context->count);
  return error ? error : add_or_fail(&counts->inherited_errors, context->count);
}

/* Beyond the limit contexts are kept, as later frames may name them, but they do not count. */
static void ignore_context(struct process *process, struct error_context *context)
{
  context->is_ignored = true;
  process->last_is_suppressed = true;
  if (process->is_over_limit)
    return;
  process->is_over_limit = true;
  WRITERS_TELL(process, error_limit, process);
}

/* No error: a monitor command asks where an address lies. */
static struct error *take_address_place(struct process *process, const struct record_error *frame)
{
  struct error_context *context;
  RETURN_IF_ERROR(create_context(process, frame, &context));
  WRITERS_TELL(process, place, process, context);
  context_destroy(context);
  return NULL;
}

struct error *process_take_error(struct process *process, const struct record_frame *frame)
{
  struct error_context *context = NULL;
  struct error *error;
  if (frame->error.kind == RECORD_ERROR_NONE)
    return take_address_place(process, &frame->error);
  if ((error = check_frame(process, &frame->error)) || (error = create_context(process, &frame->error, &context)))
    return error;
  add_context(process->errors, context);
  if (context->inherited > 0)
    return take_inherited_context(process, context, frame->error.was_shown);
  if (!limit_is_reached(process))
    return take_new_context(process, context);
  ignore_context(process, context);
  return NULL;
}

/* How often it happened outside of them is not known. */
static void take_tests(struct error_context *context, const struct record_error_count *frame)
{
  for (size_t i = 0; i < frame->test_ids.count; i++)
    test_ids_add(&context->tests, frame->test_ids.items[i]);
}

struct error *process_take_error_count(struct process *process, const struct record_frame *frame)
{
  struct error_context *context = find_context(process->errors, frame->error_count.error_id);
  if (!context)
    return error_format("error %llu was never sent", (unsigned long long)frame->error_count.error_id);
  uint64_t total = frame->error_count.count;
  if (total < context->count)
    return error_format("error %llu cannot have happened %llu times, as it has happened %llu times before",
                        (unsigned long long)context->id, (unsigned long long)total,
                        (unsigned long long)context->count);
  uint64_t more = total - context->count;
  context->count = total;
  take_tests(context, &frame->error_count);
  if (context->is_ignored || more == 0)
    return NULL;
  context->last_seen = ++process->clock;
  if (context->folded_into)
    add_saturated(&context->folded_into->folded_count, more);
  return count(process, context, more);
}

uint64_t error_own_count(const struct error_context *context)
{
  return context->count - context->inherited;
}

uint64_t process_own_errors(const struct process *process)
{
  return process->counts.errors - process->counts.inherited_errors;
}

uint64_t error_total(const struct error_context *context)
{
  uint64_t total = context->count;
  add_saturated(&total, context->folded_count);
  return total;
}

struct error *process_tell_error(const struct process *process, uint64_t id)
{
  const struct error_context *context = id ? find_context(process->errors, id) : NULL;
  if (id && !context)
    return error_format("error %llu was never sent", (unsigned long long)id);
  WRITERS_TELL(process, tell_error, process, context);
  return NULL;
}
