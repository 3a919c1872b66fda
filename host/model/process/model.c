/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One function per kind of frame, in a table; what a frame may not do before or after another is checked in one
 * place. */
#include "host/model/process/model.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/hash_table.h"
#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/model/frames/frame_table.h"
#include "host/model/process/asked_places.h"
#include "host/model/process/costs.h"
#include "host/model/process/explained_blocks.h"
#include "host/model/process/growth.h"
#include "host/model/process/leak_places.h"
#include "host/model/process/module_map.h"
#include "host/model/process/program_facts.h"
#include "host/model/process/error_trails.h"
#include "host/model/process/writer.h"
#include "host/model/process/xtree.h"

enum { THREADS_MAX = 1 << 16 };

/* Without a frame table for several processes it has one of its own. */
static void make_stacks(struct process *process, const struct process_config *config)
{
  if (!config->frames)
    frame_table_create(config->options, &process->own_frames);
  struct frame_table *frames = config->frames ? config->frames : process->own_frames;
  stack_table_create(config->symbols, frames, &process->settings, &process->stacks);
}

void process_create(const struct process_config *config, struct process **ret)
{
  struct process *process = memory_zeroed(1, sizeof *process);
  process->symbols = config->symbols;
  process->suppressions = config->suppressions;
  process->writers = config->writers;
  process->writer_count = config->writer_count;
  process->tree_asked = config->tree_asked;
  process->tree_places = config->tree_places;
  settings_init(config->options, &process->settings);
  module_table_create(&process->modules);
  make_stacks(process, config);
  error_table_create(&process->errors);
  program_facts_create(&process->context);
  growth_create(&process->growth);
  process->uses = suppression_uses_create();
  process->tests = test_cases_create();
  *ret = process;
}

static void free_strings(char **strings)
{
  for (char **string = strings; string && *string; string++)
    free(*string);
  free(strings);
}

static void forget_module_map(struct process *process)
{
  module_map_destroy(process->module_map);
  process->module_map = NULL;
}

void process_destroy(struct process *process)
{
  if (!process)
    return;
  leak_check_release(&process->check);
  xtree_destroy(process->xtree);
  costs_destroy(process->costs);
  growth_destroy(process->growth);
  hash_table_delete(process->uses);
  if (process->own_suppressions)
    suppressions_destroy(process->own_suppressions);
  program_facts_destroy(process->context);
  error_table_destroy(process->errors);
  trails_destroy(process->trails);
  free(process->tried.items);
  stack_table_destroy(process->stacks);
  frame_table_destroy(process->own_frames);
  forget_module_map(process);
  module_table_destroy(process->modules);
  if (process->settings.options)
    settings_deinit(&process->settings);
  for (size_t i = 0; i < process->thread_count; i++)
    free(process->threads[i].name);
  free(process->threads);
  free(process->snapshots);
  free(process->own_subtest);
  free(process->in_vain);
  hash_table_delete(process->tests);
  free(process->forks);
  free(process->became);
  heap_sight_release(&process->sight);
  free(process->exe);
  free(process->cwd);
  free(process->seep_version);
  free(process->core_version);
  free(process->launcher);
  free_strings(process->argv);
  free_strings(process->options);
  free(process);
}

struct error *add_or_fail(uint64_t *a, uint64_t b)
{
  uint64_t sum;
  if (__builtin_add_overflow(*a, b, &sum))
    return error_format("its numbers add up to more than 64 bits hold");
  *a = sum;
  return NULL;
}

void add_saturated(uint64_t *a, uint64_t b)
{
  if (__builtin_add_overflow(*a, b, a))
    *a = UINT64_MAX;
}

void copy_record_string(struct record_string string, char **ret)
{
  char *copy = memory_allocate(string.size + 1);
  if (string.size > 0)
    memcpy(copy, string.data, string.size);
  copy[string.size] = '\0';
  *ret = copy;
}

static void copy_strings(struct record_strings strings, char ***ret)
{
  char **copies = memory_zeroed(strings.count + 1, sizeof *copies);
  for (size_t i = 0; i < strings.count; i++)
    copy_record_string(strings.items[i], &copies[i]);
  *ret = copies;
}

struct error *process_stack(struct process *process, uint64_t id, struct stack **ret)
{
  if (id == 0) {
    *ret = NULL;
    return NULL;
  }
  struct stack *stack = stack_table_find(process->stacks, id);
  if (!stack)
    return error_format("it names stack %llu, which was never sent", (unsigned long long)id);
  stack_table_resolve(process->stacks, stack);
  *ret = stack;
  return NULL;
}

uint64_t process_snapshot_epoch(const struct process *process, uint64_t id)
{
  for (size_t i = 0; i < process->snapshot_count; i++)
    if (process->snapshots[i].id == id)
      return process->snapshots[i].epoch;
  return module_table_epoch(process->modules);
}

bool process_is_finished(const struct process *process)
{
  return process->state == PROCESS_REPLACED ||
         (process->state == PROCESS_ENDED && process->end.reason != RECORD_END_TOOL_FAILED &&
          !process_was_killed_by_debugger(process));
}

/* A check that broke off has seen part of the heap only. */
bool process_is_searched(const struct process *process)
{
  const struct leak_check *check = &process->check;
  if (check->id != 0 && check->is_complete && check->reason == RECORD_LEAK_AT_EXIT)
    return true;
  return process_is_finished(process) && process->has_heap && process->heap.live_blocks == 0;
}

bool process_was_killed_by_debugger(const struct process *process)
{
  return process->state == PROCESS_ENDED && process->end.reason == RECORD_END_BY_DEBUGGER;
}

/* --- one function per kind of frame --- */

/* What leak checks have counted before the fork; the errors come one by one. */
static void inherit_leaks(struct error_counts *counts, const struct record_start *start)
{
  counts->errors = counts->contexts = counts->leak_errors = start->inherited_leak_errors;
  counts->inherited_errors = counts->inherited_contexts = start->inherited_leak_errors;
  counts->suppressed_errors = counts->suppressed_contexts = start->inherited_suppressed_leaks;
  counts->suppressed_leaks = start->inherited_suppressed_leaks;
}

static struct error *take_start_frame(struct process *process, const struct record_frame *frame)
{
  const struct record_start *start = &frame->start;
  process->pid = start->pid;
  process->ppid = start->ppid;
  process->start_time_ns = start->start_time_ns;
  process->start_elapsed_ns = start->elapsed_ns;
  process->generation = start->generation;
  process->forked_from = start->forked_from;
  inherit_leaks(&process->counts, start);
  copy_record_string(start->exe, &process->exe);
  copy_record_string(start->cwd, &process->cwd);
  copy_record_string(start->seep_version, &process->seep_version);
  copy_record_string(start->core_version, &process->core_version);
  program_facts_set(process->context, EXTENSION_EXE, process->exe);
  copy_record_string(start->launcher, &process->launcher);
  copy_strings(start->argv, &process->argv);
  copy_strings(start->options, &process->options);
  program_facts_set_test(process->context, options_value_among(process->options, OPTION_suite_test));
  program_facts_set_subtest(process->context, options_value_among(process->options, OPTION_suite_subtest));
  process->state = PROCESS_RUNNING;
  WRITERS_TELL(process, begin, process);
  return NULL;
}

/* With --keep-debuginfo=no, as with Memcheck, stacks mean what lies there when they are shown. */
static void forget_names(struct process *process, uint64_t start, uint64_t end)
{
  if (process->settings.keep_debuginfo)
    return;
  stack_table_forget(process->stacks, process->modules, start, end);
}

static struct error *take_module(struct process *process, const struct record_frame *frame)
{
  const struct record_module *module = &frame->module;
  forget_module_map(process);
  struct error *error = module_table_add(process->modules, module);
  if (!error)
    forget_names(process, module->start, module->end);
  if (error)
    return error;
  program_facts_add_module(process->context, module);
  return NULL;
}

static struct error *take_code_name(struct process *process, const struct record_frame *frame)
{
  return module_table_name(process->modules, &frame->code_name);
}

static struct error *take_unmap(struct process *process, const struct record_frame *frame)
{
  const struct record_unmap *unmap = &frame->unmap;
  forget_module_map(process);
  RETURN_IF_ERROR(module_table_remove(process->modules, unmap));
  forget_names(process, unmap->start, unmap->end);
  return NULL;
}

static struct error *take_stack(struct process *process, const struct record_frame *frame)
{
  return stack_table_add(process->stacks, process->modules, &frame->stack);
}

static struct error *take_heap(struct process *process, const struct record_frame *frame)
{
  process->heap = frame->heap;
  process->has_heap = true;
  WRITERS_TELL(process, heap, process);
  return NULL;
}

static bool message_begins(const struct process_message *message, const char *beginning)
{
  const size_t size = strlen(beginning);
  return message->size >= size && memcmp(message->text, beginning, size) == 0;
}

bool process_message_is_of_fatal_signal(const struct process_message *message)
{
  return message_begins(message, "\nProcess terminating with default action of signal ");
}

bool process_message_is_of_descriptors(const struct process_message *message)
{
  return message_begins(message, "FILE DESCRIPTORS: ");
}

static void note_asked(struct process *process, struct asked more)
{
  asked_add(&process->asked, &more);
  if (process->tree_asked)
    asked_add(process->tree_asked, &more);
}

static struct error *take_message(struct process *process, const struct record_frame *frame)
{
  struct stack *stack;
  RETURN_IF_ERROR(process_stack(process, frame->message.stack_id, &stack));
  struct process_message message = {
    .class = (enum record_message_class)frame->message.class,
    .tid = frame->message.tid,
    .text = frame->message.text.data,
    .size = frame->message.text.size,
    .stack = stack,
  };
  if (message.class == RECORD_MESSAGE_FAILS)
    note_asked(process, (struct asked){.has_failed = true});
  WRITERS_TELL(process, message, process, &message);
  return NULL;
}

/* A process that was forked for a test names it. Tests that run one after the other in one process are not told apart,
 * as what is found at its end may belong to any of them. */
static void take_subtest(struct process *process, const char *name)
{
  if (process->forked_from == 0)
    return;
  if (process->own_subtest) {
    if (!(strcmp(process->own_subtest, name) == 0))
      program_facts_set_subtest(process->context, NULL);
    return;
  }
  process->own_subtest = memory_text(name);
  program_facts_set_subtest(process->context, name);
}

/* In Valgrind's words; the program goes on with the old value. */
static void refuse_option(struct process *process, const char *argument, const struct error *why)
{
  char *text = print_text("Bad option: %s\n%s\nUse --help for more information or consult the user manual.\n", argument,
                          error_message(why));
  struct process_message message = {.class = RECORD_MESSAGE_CORE, .text = text, .size = strlen(text)};
  WRITERS_TELL(process, message, process, &message);
  free(text);
}

/* What was wrong before a fork has been told there. */
static void change_option(struct process *process, const char *argument, bool is_inherited)
{
  const char *suppressions = options_value_among((char *[]){(char *)argument, NULL}, OPTION_suppressions);
  struct error *error = suppressions ? process_add_suppressions(process, suppressions)
                                     : settings_change(&process->settings, argument);
  if (!error && !suppressions)
    stack_table_rename(process->stacks);
  process->last_is_refused = error != NULL;
  if (error && !is_inherited)
    refuse_option(process, argument, error);
  error_free(error);
}

static struct error *take_option(struct process *process, const struct record_frame *frame)
{
  char *argument = NULL;
  copy_record_string(frame->option.text, &argument);
  const char *subtest = options_value_among((char *[]){argument, NULL}, OPTION_suite_subtest);
  if (subtest)
    take_subtest(process, subtest);
  else
    change_option(process, argument, frame->option.inherited);
  free(argument);
  return NULL;
}

static struct error *take_fork(struct process *process, const struct record_frame *frame)
{
  *NEW_ITEM(process->forks, process->fork_count, process->fork_capacity) = frame->fork.child_pid;
  return NULL;
}

static struct error *take_unchecked(struct process *process, const struct record_frame *frame)
{
  char *path;
  copy_record_string(frame->unchecked.path, &path);
  unchecked_programs_add(&process->unchecked, path);
  free(path);
  return NULL;
}

static void forget_exec(struct process *process)
{
  free(process->became);
  process->became = NULL;
}

static struct error *take_exec(struct process *process, const struct record_frame *frame)
{
  process->state = PROCESS_REPLACED;
  forget_exec(process);
  process->became_is_checked = frame->exec.traced != 0;
  copy_record_string(frame->exec.path, &process->became);
  return NULL;
}

static struct error *take_exec_failed(struct process *process, const struct record_frame *frame)
{
  (void)frame;
  process->state = PROCESS_RUNNING;
  forget_exec(process);
  return NULL;
}

static struct error *take_heap_view(struct process *process, const struct record_frame *frame)
{
  return heap_sight_set(&process->sight, &frame->heap_view);
}

static struct error *take_signal(struct process *process, const struct record_frame *frame)
{
  const struct record_fatal_signal *taken = &frame->fatal_signal;
  struct stack *stack;
  RETURN_IF_ERROR(process_stack(process, taken->stack_id, &stack));
  struct process_signal signal = {.tid = taken->tid,
                                  .number = taken->number,
                                  .code = (int64_t)taken->code,
                                  .address = taken->address,
                                  .stack = stack};
  process->signal_was_sent = signal.code == SI_USER;
  WRITERS_TELL(process, signal, process, &signal);
  return NULL;
}

static struct error *finish_unended(struct process *process, const char *reason)
{
  struct leak_check *check = &process->check;
  const bool is_partial = check->id && !check->is_complete;
  struct error *error = is_partial ? leak_check_analyse(process) : NULL;
  if (error || (error = process_judge_growth(process)))
    return error;
  if (is_partial)
    WRITERS_TELL(process, leak_check, process, check);
  WRITERS_TELL(process, end, process, reason ? reason : "it was killed or is still running; its record is incomplete");
  return NULL;
}

static struct error *take_end_frame(struct process *process, const struct record_frame *frame)
{
  process->end = frame->end_of_run;
  process->state = PROCESS_ENDED;
  if (process->end.reason == RECORD_END_TOOL_FAILED)
    return finish_unended(process, "the checker could not go on");
  struct error *error = process_judge_growth(process);
  if (!error)
    WRITERS_TELL(process, end, process, NULL);
  return error;
}

static struct known_thread *find_thread(const struct process *process, uint64_t tid)
{
  for (size_t i = 0; i < process->thread_count; i++)
    if (process->threads[i].tid == tid)
      return &process->threads[i];
  return NULL;
}

const char *process_thread_name(const struct process *process, uint64_t tid)
{
  const struct known_thread *thread = find_thread(process, tid);
  return thread ? thread->name : NULL;
}

const struct stack *process_thread_start(const struct process *process, uint64_t tid)
{
  const struct known_thread *thread = find_thread(process, tid);
  return thread ? thread->started : NULL;
}

/* NULL: there are too many. */
static struct known_thread *thread_of(struct process *process, uint64_t tid)
{
  struct known_thread *thread = find_thread(process, tid);
  if (thread || process->thread_count == THREADS_MAX)
    return thread;
  process->threads = memory_resize(process->threads, process->thread_count + 1, sizeof *process->threads);
  thread = &process->threads[process->thread_count++];
  *thread = (struct known_thread){.tid = tid};
  return thread;
}

static struct error *take_thread(struct process *process, const struct record_frame *frame)
{
  struct known_thread *thread = thread_of(process, frame->thread.tid);
  if (!thread)
    return error_format("too many threads");
  free(thread->name);
  copy_record_string(frame->thread.name, &thread->name);
  return NULL;
}

static struct error *take_thread_start(struct process *process, const struct record_frame *frame)
{
  struct known_thread *thread = thread_of(process, frame->thread_start.tid);
  struct stack *stack;
  RETURN_IF_ERROR(process_stack(process, frame->thread_start.stack_id, &stack));
  if (!thread)
    return error_format("too many threads");
  thread->started = stack;
  return NULL;
}

static struct error *take_block(struct process *process, const struct record_frame *frame)
{
  WRITERS_TELL(process, block, process, &frame->block);
  return NULL;
}

/* The C++ library goes on without memory for an exception, but that is not what --fail-alloc asks for. */
static bool makes_exception(const struct stack *stack)
{
  for (size_t i = 0; i < stack->count; i++) {
    const struct code *code = stack->codes[i];
    const char *name = code->frame_count > 0 ? code->frames[code->frame_count - 1].function_linkage : NULL;
    if (name && strcmp(name, "__cxa_allocate_exception") == 0)
      return true;
  }
  return false;
}

/* "SITE@PLACE" is an allocation at SITE, own code without regard to wrappers, that PLACE is blamed for. */
static void is_asked_to_fail(const struct process *process, const struct stack *stack, const char *value, bool *ret)
{
  const struct leak_place place = leak_place_of_stack(process, stack), site = leak_place_of_event(process, stack);
  *ret = leak_place_matches(&place, &process->settings, value);
  for (const char *at = value; !*ret && (at = strchr(at, '@')); at++) { /* names of files may have some, too */
    char *site_name = memory_text_begin(value, (size_t)(at - value));
    *ret = leak_place_matches(&place, &process->settings, at + 1)
           && leak_place_matches(&site, &process->settings, site_name);
    free(site_name);
  }
}

static void note_place(const struct process *process, const struct stack *stack)
{
  const struct leak_place place = leak_place_of_stack(process, stack);
  if (process->tree_places)
    asked_places_note(process->tree_places, &place, &process->settings);
}

/* Whether allocations of a stack fail. */
static struct error *ask_about_allocation(struct process *process, uint64_t stack_id)
{
  struct stack *stack;
  RETURN_IF_ERROR(process_stack(process, stack_id, &stack));
  const char *value = options_text(process->settings.options, OPTION_fail_alloc);
  process->asked_fails = false;
  if (value)
    note_place(process, stack);
  if (value && !makes_exception(stack))
    is_asked_to_fail(process, stack, value, &process->asked_fails);
  return NULL;
}

/* Whether blocks of a stack are followed. */
static struct error *ask_whether_followed(struct process *process, uint64_t stack_id)
{
  const char *list = options_text(process->settings.options, OPTION_explain);
  struct stack *stack;
  process->asked_is_followed = false;
  process->asked_items = 0;
  if (!list)
    return NULL;
  RETURN_IF_ERROR(process_stack(process, stack_id, &stack));
  note_place(process, stack);
  followed_is_meant(process, stack, list, &process->asked_is_followed, &process->asked_items);
  return NULL;
}

static struct error *take_query(struct process *process, const struct record_frame *frame)
{
  if (frame->query.question == RECORD_QUESTION_FAIL_ALLOC)
    return ask_about_allocation(process, frame->query.argument);
  if (frame->query.question == RECORD_QUESTION_EXPLAIN)
    return ask_whether_followed(process, frame->query.argument);
  if (frame->query.question == RECORD_QUESTION_TELL_ERROR)
    return process_tell_error(process, frame->query.argument);
  const struct loss_record *record = leak_check_at(&process->check, frame->query.argument);
  bool tells = frame->query.question == RECORD_QUESTION_TELL_LOSS;
  process->asked_loss = tells || frame->query.question == RECORD_QUESTION_LOSS ? record : NULL;
  if (tells && record)
    WRITERS_TELL(process, loss, process, process->asked_loss);
  return NULL;
}

static struct error *take_met(struct process *process, const struct record_frame *frame)
{
  note_asked(process, (struct asked){.met = frame->met.items});
  return NULL;
}

static struct error *take_time(struct process *process, const struct record_frame *frame)
{
  process->elapsed_ns = frame->time.elapsed_ns;
  return NULL;
}

static void note_snapshot_epoch(struct process *process, uint64_t id)
{
  *NEW_ITEM(process->snapshots, process->snapshot_count, process->snapshot_capacity) =
    (struct snapshot_epoch){id, module_table_epoch(process->modules)};
}

static struct error *take_snapshot_begun(struct process *process, const struct record_frame *frame)
{
  note_snapshot_epoch(process, frame->snapshot_begun.id);
  WRITERS_TELL(process, snapshot_begun, process, &frame->snapshot_begun);
  return NULL;
}

/* One that was begun before has its epoch already; the first that is noted counts. */
static struct error *take_snapshot(struct process *process, const struct record_frame *frame)
{
  note_snapshot_epoch(process, frame->snapshot.id);
  WRITERS_TELL(process, snapshot, process, &frame->snapshot);
  return NULL;
}

/* Kinds that are not here mean nothing to a report. */
static struct error *(*const takers[])(struct process *, const struct record_frame *) = {
  [RECORD_START] = take_start_frame,
  [RECORD_MODULE] = take_module,
  [RECORD_UNMAP] = take_unmap,
  [RECORD_CODE_NAME] = take_code_name,
  [RECORD_STACK] = take_stack,
  [RECORD_ERROR] = process_take_error,
  [RECORD_ERROR_COUNT] = process_take_error_count,
  [RECORD_HEAP] = take_heap,
  [RECORD_LEAK_BEGIN] = process_take_leak_begin,
  [RECORD_XTREE] = process_take_xtree,
  [RECORD_TEST] = process_take_test,
  [RECORD_CYCLE] = process_take_cycle,
  [RECORD_LOSS] = process_take_loss,
  [RECORD_DOUBT] = process_take_doubt,
  [RECORD_SIBLINGS] = process_take_siblings,
  [RECORD_LOST] = process_take_lost,
  [RECORD_LOST_EVENT] = process_take_lost_event,
  [RECORD_TRIED] = process_take_tried,
  [RECORD_TRIED_USE] = process_take_tried_use,
  [RECORD_LOST_COUNT] = process_take_lost_count,
  [RECORD_MET] = take_met,
  [RECORD_LEAK_END] = process_take_leak_end,
  [RECORD_MESSAGE] = take_message,
  [RECORD_OPTION] = take_option,
  [RECORD_FORK] = take_fork,
  [RECORD_UNCHECKED] = take_unchecked,
  [RECORD_EXEC] = take_exec,
  [RECORD_EXEC_FAILED] = take_exec_failed,
  [RECORD_END_OF_RUN] = take_end_frame,
  [RECORD_THREAD] = take_thread,
  [RECORD_THREAD_START] = take_thread_start,
  [RECORD_TIME] = take_time,
  [RECORD_QUERY] = take_query,
  [RECORD_BLOCK] = take_block,
  [RECORD_FATAL_SIGNAL] = take_signal,
  [RECORD_SNAPSHOT_BEGUN] = take_snapshot_begun,
  [RECORD_SNAPSHOT] = take_snapshot,
  [RECORD_SAMPLE] = process_take_growth,
  [RECORD_SITE] = process_take_growth,
  [RECORD_MARK] = process_take_growth,
  [RECORD_HEAP_VIEW] = take_heap_view,
  [RECORD_COST] = process_take_cost,
};

static const char *kind_name(enum record_kind kind)
{
  switch (kind) {
#define FRAME(NAME, name, number) \
  case number:                    \
    return #NAME;
#include "shared/record/frame_kinds.def"
  }
  return "unknown";
}

static struct error *check_order(const struct process *process, enum record_kind kind)
{
  bool is_start = kind == RECORD_START;
  if (is_start && process->state != PROCESS_UNKNOWN)
    return error_format("the process has started already");
  if (!is_start && process->state == PROCESS_UNKNOWN)
    return error_format("it comes before START");
  if (process->state == PROCESS_ENDED && kind != RECORD_MESSAGE && kind != RECORD_QUERY && kind != RECORD_TIME)
    return error_format("it comes after END_OF_RUN");
  return NULL;
}

struct error *process_take(struct process *process, const struct record_frame *frame)
{
  struct error *error = check_order(process, frame->kind);
  if (!error && frame->kind < sizeof takers / sizeof takers[0] && takers[frame->kind])
    error = takers[frame->kind](process, frame);
  return error_context(error, "%s frame at offset 0x%llx", kind_name(frame->kind), (unsigned long long)frame->offset);
}

struct error *process_finish(struct process *process, const char *reason)
{
  struct error *error = process->state == PROCESS_RUNNING ? finish_unended(process, reason) : NULL;
  WRITERS_TELL(process, close, process);
  return error;
}
