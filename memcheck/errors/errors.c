/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Errors belong to one context when their identities and innermost frames agree: four frames while there are few
 * contexts, two when there are many. A program may make the same mistake millions of times; so contexts are found by a
 * hash, and no more of the stack is taken until the context turns out to be new. Once fewer frames count, an error may
 * fit several contexts. As in Memcheck it belongs to the one that was hit last. */
#include "memcheck/errors/errors.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/run_end.h"
#include "memcheck/base/running_tests.h"
#include "memcheck/pure/engine/engine.h"
#include "memcheck/errors/describe.h"
#include "memcheck/stacks/traces.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_gdbserver.h"
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
  LIMIT_TESTS = 1000,         /* that are noted for one context */
  BUCKETS = 4096,
};

/* What tells errors of a kind apart, besides the stack. */
enum { BY_SIZE = 1, BY_AUXILIARY = 2, BY_TEXT = 4 };
static const uint8_t distinguishing_fields[] = {
  [RECORD_ERROR_FISHY_VALUE] = BY_TEXT,
  [RECORD_ERROR_VALUE] = BY_SIZE,
  [RECORD_ERROR_INVALID_READ] = BY_SIZE,
  [RECORD_ERROR_SYSCALL_PARAM] = BY_AUXILIARY | BY_TEXT,
  [RECORD_ERROR_COREMEM] = BY_TEXT,
  [RECORD_ERROR_CLIENT_CHECK] = BY_AUXILIARY,
  [RECORD_ERROR_BAD_ALIGNMENT] = BY_AUXILIARY,
  [RECORD_ERROR_BAD_SIZE_AND_ALIGNMENT] = BY_SIZE | BY_AUXILIARY,
  [RECORD_ERROR_SIZE_MISMATCH] = BY_SIZE,
  [RECORD_ERROR_ALIGNMENT_MISMATCH] = BY_SIZE | BY_AUXILIARY,
  [RECORD_ERROR_FD_BAD_CLOSE] = BY_AUXILIARY,
  [RECORD_ERROR_FD_BAD_USE] = BY_AUXILIARY | BY_TEXT,
};

/* Fields that do not tell this kind apart are 0 and empty. The text is borrowed. */
struct identity {
  uint64_t kind, size, auxiliary;
  struct record_string text;
};

struct context {
  struct context *next; /* in its bucket, the one met last first */
  struct identity identity;
  struct record_error error; /* as it was sent */
  uint64_t count, sent_count;
  stack_id few_frames, many_frames; /* keys of its stack (traces_key) */
  bool is_suppressed;
  uint64_t *tests; /* in which it has happened, each once; test_count of them */
  uint32_t test_count, test_capacity;
};

static XArray *contexts; /* of struct context *, by id - 1 */
static struct context *buckets[BUCKETS];
static uint64_t found_errors, shown_contexts; /* errors that were not suppressed, and contexts of them */
static bool told_of_few_frames, has_stopped;
static uint64_t last_id; /* of the error that happened last */
static uint64_t (*tell_of_freed)(const struct record_error *error);

void errors_set_teller_of_freed(uint64_t (*teller)(const struct record_error *error))
{
  tell_of_freed = teller;
}

void errors_init(void)
{
  contexts = VG_(newXA)(VG_(malloc), "seep.errors", VG_(free), sizeof(struct context *));
}

static struct context *context_at(Word index)
{
  return *(struct context **)VG_(indexXA)(contexts, index);
}

/* --- contexts --- */

/* A write belongs to the context of a read in the same place: an instruction that does both makes one mistake. */
static struct identity identity_of(const struct record_error *error)
{
  struct identity identity = {
    .kind = error->kind == RECORD_ERROR_INVALID_WRITE ? RECORD_ERROR_INVALID_READ : error->kind};
  unsigned fields = identity.kind < sizeof distinguishing_fields ? distinguishing_fields[identity.kind] : 0;
  if (fields & BY_SIZE)
    identity.size = error->size;
  if (fields & BY_AUXILIARY)
    identity.auxiliary = error->auxiliary;
  if (fields & BY_TEXT)
    identity.text = error->text;
  return identity;
}

static bool is_same_identity(const struct identity *a, const struct identity *b)
{
  return a->kind == b->kind && a->size == b->size && a->auxiliary == b->auxiliary && a->text.size == b->text.size &&
         VG_(memcmp)(a->text.data, b->text.data, a->text.size) == 0;
}

/* Hashed by the key of two frames, which agree wherever four do. */
static struct context **bucket_of(const struct identity *identity, stack_id many_frames)
{
  uint64_t hash = (many_frames * 64 + identity->kind) * 0x9e3779b97f4a7c15u + identity->size;
  return &buckets[(hash >> 32) % BUCKETS];
}

/* The context of an error, moved to the front of its bucket. */
static struct context *find_context(const struct identity *identity, stack_id few_frames, stack_id many_frames)
{
  struct context **bucket = bucket_of(identity, many_frames);
  bool has_few = shown_contexts < FEW_CONTEXTS;
  for (struct context **link = bucket; *link; link = &(*link)->next) {
    struct context *context = *link;
    bool agrees = has_few ? context->few_frames == few_frames : context->many_frames == many_frames;
    if (!agrees || !is_same_identity(&context->identity, identity))
      continue;
    *link = context->next;
    context->next = *bucket;
    *bucket = context;
    return context;
  }
  return NULL;
}

static struct record_string keep_string(struct record_string string)
{
  char *kept = VG_(malloc)("seep.errors", string.size + 1);
  VG_(memcpy)(kept, string.data, string.size);
  return (struct record_string){kept, string.size};
}

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

static struct context *add_context(const struct record_error *error)
{
  struct context *context = VG_(calloc)("seep.errors", 1, sizeof *context);
  context->error = *error;
  context->error.text = keep_string(error->text);
  context->error.place_name = keep_string(error->place_name);
  context->error.place_section = keep_string(error->place_section);
  context->identity = identity_of(&context->error);
  context->count = context->sent_count = 1;
  context->few_frames = traces_key(error->stack_id, FRAMES_FEW);
  context->many_frames = traces_key(error->stack_id, FRAMES_MANY);
  context->error.id = (uint64_t)VG_(addToXA)(contexts, &context) + 1;
  struct context **bucket = bucket_of(&context->identity, context->many_frames);
  context->next = *bucket;
  *bucket = context;
  note_test(context, (uint32_t)error->test_id);
  return context;
}

/* --- reports --- */

/* The error that exceeds the limit is still sent, and the reporter says that it was the last. */
static bool is_over_limit(void)
{
  if (!VG_(clo_error_limit) || (shown_contexts < LIMIT_CONTEXTS && found_errors < LIMIT_ERRORS))
    return false;
  has_stopped = true;
  errors_send_counts();
  return true;
}

static void tell_of_few_frames(void)
{
  if (shown_contexts < FEW_CONTEXTS || told_of_few_frames)
    return;
  told_of_few_frames = true;
  VG_(umsg)("\nMore than %d errors detected.  Subsequent errors\n"
            "will still be recorded, but in less detail than before.\n", FEW_CONTEXTS);
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
  send_names(&context->error);
  channel_send_error(&context->error);
  *ret_reply = (struct record_reply){0};
  bool answered = channel_ask(RECORD_QUESTION_SYNC, ret_reply);
  context->is_suppressed = answered && (ret_reply->flags & RECORD_REPLY_SUPPRESSED);
  context->error.was_shown = answered && !context->is_suppressed;
  if (!has_stopped)
    last_id = context->error.id;
  if (context->is_suppressed)
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
  if (has_stopped || core_errors_are_disabled(tid))
    return;
  struct identity identity = identity_of(error);
  if (!is_over_limit()) {
    tell_of_few_frames();
    stack_id top = traces_top_of_thread(tid, shown_contexts < FEW_CONTEXTS ? FRAMES_FEW : FRAMES_MANY);
    struct context *context = find_context(&identity, traces_key(top, FRAMES_FEW), traces_key(top, FRAMES_MANY));
    if (context) {
      context->count++;
      note_test(context, running_tests_running(tid));
      last_id = context->error.id;
      found_errors += !context->is_suppressed;
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
  for (Word i = 0; i < VG_(sizeXA)(contexts); i++) {
    struct context *context = context_at(i);
    send_tests(context);
    if (context->count == context->sent_count)
      continue;
    channel_send_error_count(&(struct record_error_count){
      .error_id = context->error.id, .count = context->count, .test_ids = {context->tests, context->test_count}});
    context->sent_count = context->count;
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
  for (Word i = 0; i < VG_(sizeXA)(contexts) - has_stopped; i++) {
    struct context *context = context_at(i);
    context->error.inherited = context->sent_count = context->count;
    context->error.trail_id = 0;
    send_names(&context->error);
    channel_send_error(&context->error);
  }
}
