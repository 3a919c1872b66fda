/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Of an error only the frames that tell contexts apart are taken, and no more of the stack until the context turns out
 * to be new (memcheck/pure/errors/told_errors.h). */
#include "memcheck/errors/errors.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/run_end.h"
#include "memcheck/base/running_tests.h"
#include "memcheck/pure/engine/engine.h"
#include "memcheck/pure/errors/told_errors.h"
#include "memcheck/errors/describe_address.h"
#include "memcheck/stacks/traces.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_gdbserver.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"

enum { LIMIT_TESTS = 1000 }; /* that are noted for one context */

struct context {
  struct told_error told;
  uint64_t *tests; /* in which it has happened, each once; test_count of them */
  uint32_t test_count, test_capacity;
};

static struct told_errors *contexts;          /* of struct context */
static uint64_t found_errors, shown_contexts; /* errors that were not suppressed, and contexts of them */
static bool told_of_few_frames, has_stopped;
static uint64_t last_id; /* of the error that happened last */
static uint64_t (*tell_of_freed)(const struct record_error *error);
static void (*tell_witness)(ThreadId tid, const struct record_error *error);

void errors_set_witness(void (*witness)(ThreadId tid, const struct record_error *error))
{
  tell_witness = witness;
}

void errors_set_teller_of_freed(uint64_t (*teller)(const struct record_error *error))
{
  tell_of_freed = teller;
}

void errors_init(void)
{
  contexts = told_errors_create();
}

static struct context *context_at(size_t index)
{
  return (struct context *)told_errors_at(contexts, index);
}

/* --- contexts --- */

/* The same test makes the same error again and again. */
static void note_test(struct context *context, uint32_t test)
{
  if (test == 0 || context->test_count == LIMIT_TESTS)
    return;
  for (uint32_t i = context->test_count; i-- > 0;)
    if (context->tests[i] == test)
      return;
  if (context->test_count == context->test_capacity) {
    context->test_capacity = context->test_capacity ? 2 * context->test_capacity : 4;
    context->tests = VG_(realloc)("seep.errors", context->tests, context->test_capacity * sizeof *context->tests);
  }
  context->tests[context->test_count++] = test;
}

static struct told_frames frames_of(stack_id stack)
{
  return (struct told_frames){.few = traces_key(stack, TOLD_FRAMES_FEW), .many = traces_key(stack, TOLD_FRAMES_MANY)};
}

static struct context *add_context(const struct record_error *error)
{
  struct context *context = VG_(calloc)("seep.errors", 1, sizeof *context);
  context->told.error = *error;
  context->told.frames = frames_of((stack_id)error->stack_id);
  told_errors_add(contexts, &context->told);
  note_test(context, (uint32_t)error->test_id);
  return context;
}

/* --- reports --- */

/* The error that exceeds the limit is still sent, and the reporter says that it was the last. */
static bool is_over_limit(void)
{
  if (!VG_(clo_error_limit) || (shown_contexts < TOLD_LIMIT_CONTEXTS && found_errors < TOLD_LIMIT_ERRORS))
    return false;
  has_stopped = true;
  errors_send_counts();
  return true;
}

static void tell_of_few_frames(void)
{
  if (shown_contexts < TOLD_FEW_CONTEXTS || told_of_few_frames)
    return;
  told_of_few_frames = true;
  VG_(umsg)
  ("\nMore than %d errors detected.  Subsequent errors\n"
   "will still be recorded, but in less detail than before.\n",
   TOLD_FEW_CONTEXTS);
}

/* --vgdb-error */
static void let_gdb_attach(ThreadId tid)
{
  if (VG_(clo_vgdb) == 0 || (uint64_t)VG_(clo_vgdb_error) > shown_contexts)
    return;
  VG_(umsg)("(action on error) vgdb me ... \n");
  VG_(gdbserver)(tid);
  VG_(umsg)("Continuing ...\n");
}

/* --dump-error: show all stages of translating the code at the error: its precise code, as that is where errors are
 * found. */
static void show_translation(ThreadId tid, const struct record_error *error)
{
  enum { ALL_STAGES = 0xfe };
  size_t frames;
  if (VG_(clo_dump_error) <= 0 || shown_contexts != (uint64_t)VG_(clo_dump_error))
    return;
  const Addr address = *traces_get(error->stack_id, &frames);
  const NSegment *segment = VG_(am_find_nsegment)(address);
  if (segment && segment->hasX)
    VG_(translate)(tid, ENGINE_ALIAS(address), True, ALL_STAGES, 0, True);
}

static void send_names(const struct record_error *error)
{
  traces_send(error->stack_id);
  traces_send(error->alloc_stack_id);
  traces_send(error->free_stack_id);
  traces_send(error->place_stack_id);
  traces_send(error->origin_stack_id);
  running_tests_send((uint32_t)error->test_id);
}

/* The error is also kept, to be sent again in forked children. False: it is suppressed. */
static bool send_new(const struct record_error *error, struct record_reply *ret_reply)
{
  struct context *context = add_context(error);
  send_names(&context->told.error);
  channel_send_error(&context->told.error);
  *ret_reply = (struct record_reply){0};
  bool answered = channel_ask(RECORD_QUESTION_SYNC, ret_reply);
  context->told.is_suppressed = answered && (ret_reply->flags & RECORD_REPLY_SUPPRESSED);
  context->told.error.was_shown = answered && !context->told.is_suppressed;
  if (!has_stopped)
    last_id = context->told.error.id;
  if (context->told.is_suppressed)
    return false;
  found_errors++;
  shown_contexts++;
  return true;
}

static void report_new(ThreadId tid, struct record_error *error, bool describe)
{
  struct record_reply reply;
  error->tid = tid;
  error->test_id = running_tests_running(tid);
  error->stack_id = traces_of_thread(tid);
  if (describe)
    describe_address(error);
  if (tell_of_freed && error->place == RECORD_PLACE_FREED_BLOCK)
    error->trail_id = tell_of_freed(error);
  if (!send_new(error, &reply))
    return;
  show_translation(tid, error);
  let_gdb_attach(tid);
  run_end_if_told(&reply);
}

void errors_report(ThreadId tid, struct record_error *error, bool describe)
{
  if (tell_witness && error->address != 0)
    tell_witness(tid, error);
  if (has_stopped || core_errors_are_disabled(tid))
    return;
  if (!is_over_limit()) {
    tell_of_few_frames();
    const bool by_few = shown_contexts < TOLD_FEW_CONTEXTS;
    const stack_id top = traces_top_of_thread(tid, by_few ? TOLD_FRAMES_FEW : TOLD_FRAMES_MANY);
    struct context *context = (struct context *)told_errors_find(contexts, error, frames_of(top), by_few);
    if (context) {
      context->told.count++;
      note_test(context, running_tests_running(tid));
      last_id = context->told.error.id;
      found_errors += !context->told.is_suppressed;
      return;
    }
  }
  report_new(tid, error, describe);
}

void errors_report_at_exit(struct record_error *error)
{
  struct record_reply reply;
  error->tid = 1;
  if (!has_stopped && !core_errors_are_disabled(1) && send_new(error, &reply))
    run_end_if_told(&reply);
}

void errors_report_at(ThreadId tid, enum record_error_kind kind, uint64_t address)
{
  struct record_error error = {.kind = kind, .address = address};
  errors_report(tid, &error, true);
}

static void send_tests(const struct context *context)
{
  for (uint32_t i = 0; i < context->test_count; i++)
    running_tests_send((uint32_t)context->tests[i]);
}

void errors_send_counts(void)
{
  for (size_t i = 0; i < told_errors_count(contexts); i++) {
    struct context *context = context_at(i);
    send_tests(context);
    if (context->told.count == context->told.sent_count)
      continue;
    channel_send_error_count(&(struct record_error_count){.error_id = context->told.error.id,
                                                          .count = context->told.count,
                                                          .test_ids = {context->tests, context->test_count}});
    context->told.sent_count = context->told.count;
  }
}

UInt errors_found(void)
{
  struct record_reply reply;
  if (run_end.has_ended)
    return run_end.final_answer.flags & RECORD_REPLY_USE_STATUS ? 1 : 0;
  errors_send_counts();
  return channel_ask(RECORD_QUESTION_ERRORS, &reply) ? (UInt)reply.errors : (UInt)found_errors;
}

UInt errors_shown(void)
{
  return (UInt)shown_contexts;
}

uint64_t errors_last(void)
{
  return last_id;
}

/* If the limit was exceeded, the last context is the one that was too many, and does not count in a child. Trails were
 * told where the errors were. */
void errors_send_inherited(void)
{
  for (size_t i = 0; i < told_errors_count(contexts) - has_stopped; i++) {
    struct context *context = context_at(i);
    context->told.error.inherited = context->told.sent_count = context->told.count;
    context->told.error.trail_id = 0;
    send_names(&context->told.error);
    channel_send_error(&context->told.error);
  }
}
