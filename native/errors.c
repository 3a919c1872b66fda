/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "native/errors.h"

#include "memcheck/pure/base/env.h"
#include "memcheck/pure/errors/told_errors.h"
#include "native/locks.h"
#include "native/process_private.h"
#include "native/call_stacks.h"

/* Under LOCK_OUTPUT. */
static struct told_errors *told;
static uint64_t found, shown; /* errors that were not suppressed, and contexts of them */
static bool has_stopped;

void errors_begin(void)
{
  told = told_errors_create();
}

static void send_error(const struct record_error *error)
{
  walks_send(&process.output, (stack_id)error->stack_id);
  walks_send(&process.output, (stack_id)error->alloc_stack_id);
  walks_send(&process.output, (stack_id)error->free_stack_id);
  walks_send(&process.output, (stack_id)error->place_stack_id);
  output_send(&process.output, RECORD_ERROR, error);
}

/* The error that exceeds the limit is still sent, and the reporter says that it was the last. */
static bool is_over_limit(void)
{
  if (!process.settings.has_error_limit || (shown < TOLD_LIMIT_CONTEXTS && found < TOLD_LIMIT_ERRORS))
    return false;
  has_stopped = true;
  errors_send_counts();
  return true;
}

static void tell_of_few_frames(void)
{
  static bool has_told;
  if (shown < TOLD_FEW_CONTEXTS || has_told)
    return;
  has_told = true;
  output_send(&process.output, RECORD_MESSAGE,
              &(struct record_message){.class = RECORD_MESSAGE_CORE,
                                       .text = process_string("\nMore than 100 errors detected.  Subsequent errors\n"
                                                              "will still be recorded, but in less detail than "
                                                              "before.\n")});
}

static void send_new(const struct record_error *error, struct told_frames frames)
{
  struct record_reply reply = {0};
  struct told_error *const new = env_allocate("error", sizeof *new);
  *new = (struct told_error){.error = *error, .frames = frames};
  told_errors_add(told, new);
  send_error(&new->error);
  const bool is_answered = output_ask(&process.output, RECORD_QUESTION_SYNC, &reply);
  new->is_suppressed = is_answered && (reply.flags & RECORD_REPLY_SUPPRESSED);
  new->error.was_shown = is_answered && !new->is_suppressed;
  found += !new->is_suppressed;
  shown += !new->is_suppressed;
  if (reply.flags & RECORD_REPLY_EXIT_NOW)
    ends_now(&reply);
}

static struct told_frames frames_of(stack_id stack)
{
  locks_take(LOCK_WALKS);
  const struct told_frames frames = {.few = stacks_key(walks_stacks(), stack, TOLD_FRAMES_FEW),
                                     .many = stacks_key(walks_stacks(), stack, TOLD_FRAMES_MANY)};
  locks_release(LOCK_WALKS);
  return frames;
}

static void report(struct record_error *error)
{
  const struct told_frames frames = frames_of((stack_id)error->stack_id);
  const bool is_over = is_over_limit();
  struct told_error *const known = is_over ? NULL : told_errors_find(told, error, frames, shown < TOLD_FEW_CONTEXTS);
  tell_of_few_frames();
  if (!known) {
    send_new(error, frames);
    return;
  }
  known->count++;
  found += !known->is_suppressed;
}

void errors_report(struct watched_thread *thread, struct record_error *error, stack_id stack)
{
  error->tid = thread->number;
  error->stack_id = stack;
  locks_take(LOCK_OUTPUT);
  if (!has_stopped)
    report(error);
  locks_release(LOCK_OUTPUT);
}

void errors_send_counts(void)
{
  for (size_t i = 0; i < told_errors_count(told); i++) {
    struct told_error *const error = told_errors_at(told, i);
    if (error->count == error->sent_count)
      continue;
    output_send(&process.output, RECORD_ERROR_COUNT,
                &(struct record_error_count){.error_id = error->error.id, .count = error->count});
    error->sent_count = error->count;
  }
}

/* If the limit was exceeded, the last context is the one that was too many. */
void errors_send_inherited(void)
{
  for (size_t i = 0; i + has_stopped < told_errors_count(told); i++) {
    struct told_error *const error = told_errors_at(told, i);
    error->error.inherited = error->sent_count = error->count;
    send_error(&error->error);
  }
}
