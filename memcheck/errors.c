/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two errors are one context when kind, text and the innermost frames agree: four frames while there are few contexts, two
 * when there are many. */
#include "memcheck/errors.h"

#include "coregrind-glue/channel.h"
#include "coregrind-glue/core.h"
#include "coregrind-glue/core_errors.h"
#include "memcheck/describe.h"
#include "memcheck/process.h"
#include "memcheck/traces.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

enum {
  FRAMES_FEW = 4,
  FRAMES_MANY = 2,
  FEW_CONTEXTS = 100,         /* from then on contexts are told apart by FRAMES_MANY */
  LIMIT_CONTEXTS = 1000,      /* --error-limit */
  LIMIT_ERRORS = 10000000,
};

struct context {
  uint64_t kind, count, sent_count;
  stack_id stack;
  HChar *text;
};

static XArray *contexts; /* of struct context; index + 1 is the error's id */
static uint64_t total, shown;
static bool stopped;

void errors_init(void)
{
  contexts = VG_(newXA)(VG_(malloc), "seep.errors", VG_(free), sizeof(struct context));
}

static struct context *context_at(Word index)
{
  return VG_(indexXA)(contexts, index);
}

static bool is_same(const struct context *context, const struct record_error *error, stack_id stack, unsigned frames)
{
  return context->kind == error->kind && traces_key(context->stack, frames) == traces_key(stack, frames) &&
         VG_(strlen)(context->text) == error->text.size &&
         VG_(memcmp)(context->text, error->text.data, error->text.size) == 0;
}

static struct context *find_context(const struct record_error *error, stack_id stack)
{
  unsigned frames = shown < FEW_CONTEXTS ? FRAMES_FEW : FRAMES_MANY;
  for (Word i = 0; i < VG_(sizeXA)(contexts); i++)
    if (is_same(context_at(i), error, stack, frames))
      return context_at(i);
  return NULL;
}

static Word add_context(const struct record_error *error, stack_id stack)
{
  struct context context = {.kind = error->kind, .count = 1, .sent_count = 1, .stack = stack};
  context.text = VG_(malloc)("seep.errors", error->text.size + 1);
  VG_(memcpy)(context.text, error->text.data, error->text.size);
  context.text[error->text.size] = '\0';
  return VG_(addToXA)(contexts, &context);
}

static bool over_limit(void)
{
  if (stopped || !VG_(clo_error_limit))
    return stopped;
  if (shown >= LIMIT_CONTEXTS)
    VG_(umsg)("\nMore than %d different errors detected.  I'm not reporting any more.\n", LIMIT_CONTEXTS);
  else if (total >= LIMIT_ERRORS)
    VG_(umsg)("\nMore than %d total errors detected.  I'm not reporting any more.\n", LIMIT_ERRORS);
  else
    return false;
  VG_(umsg)("Final error counts will be inaccurate.  Go fix your program!\n");
  VG_(umsg)("Rerun with --error-limit=no to disable this cutoff.\n\n");
  stopped = true;
  return true;
}

static void send_new(ThreadId tid, struct record_error *error, Word index, stack_id stack, bool describe)
{
  struct record_reply reply;
  error->id = (uint64_t)index + 1;
  error->tid = tid;
  error->stack_id = stack;
  traces_send(stack);
  if (describe)
    describe_address(error);
  channel_send_error(error);
  bool answered = channel_ask(RECORD_QUESTION_SYNC, &reply);
  if (!answered || !(reply.flags & RECORD_REPLY_SUPPRESSED))
    shown++;
  if (answered && (reply.flags & RECORD_REPLY_EXIT_NOW))
    process_exit_on_error(&reply);
}

void errors_report(ThreadId tid, struct record_error *error, bool describe)
{
  if (over_limit() || core_errors_are_disabled(tid))
    return;
  stack_id stack = traces_of_thread(tid);
  total++;
  struct context *context = find_context(error, stack);
  if (context)
    context->count++;
  else
    send_new(tid, error, add_context(error, stack), stack, describe);
}

void errors_report_at(ThreadId tid, enum record_error_kind kind, uint64_t address)
{
  struct record_error error = {.kind = kind, .address = address};
  errors_report(tid, &error, true);
}

void errors_send_counts(void)
{
  for (Word i = 0; i < VG_(sizeXA)(contexts); i++) {
    struct context *context = context_at(i);
    if (context->count == context->sent_count)
      continue;
    channel_send_error_count(&(struct record_error_count){.error_id = (uint64_t)i + 1, .count = context->count});
    context->sent_count = context->count;
  }
}

UInt errors_found(void)
{
  struct record_reply reply;
  if (process_has_final_answer(&reply))
    return reply.flags & RECORD_REPLY_USE_STATUS ? 1 : 0;
  errors_send_counts();
  return channel_ask(RECORD_QUESTION_ERRORS, &reply) ? (UInt)reply.errors : (UInt)total;
}

void errors_forget(void)
{
  for (Word i = 0; i < VG_(sizeXA)(contexts); i++)
    VG_(free)(context_at(i)->text);
  VG_(dropTailXA)(contexts, VG_(sizeXA)(contexts));
  total = shown = 0;
  stopped = false;
}
