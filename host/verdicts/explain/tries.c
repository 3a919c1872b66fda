/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Both runs are read with a listener that looks at each process when it is closed. Only processes that were started as
 * programs are looked at: a block is known by a number that counts from there. */
#include "host/verdicts/explain/tries.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/last_component.h"
#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/model/frames/module_table.h"
#include "host/model/process/identify.h"
#include "host/model/words/lost_notes.h"
#include "host/model/words/lost_places.h"

struct reading {
  struct explain_tries *tries;
  const struct explain_images *images; /* of the first run; NULL: this is the second one */
};

/* --- both runs --- */

static bool have_same_words(char *const *a, char *const *b)
{
  for (; *a && *b && strcmp(*a, *b) == 0; a++, b++)
    continue;
  return !*a && !*b;
}

/* The number of programs: it is none of them. */
static size_t program_of(const struct explain_tries *tries, const struct process *process)
{
  size_t i = 0;
  if (process->forked_from != 0)
    return tries->programs->count;
  while (i < tries->programs->count && !have_same_words(tries->programs->items[i]->argv, process->argv))
    i++;
  return i;
}

static void put_stack(const struct stack *stack, FILE *stream)
{
  for (size_t i = 0; stack && i < stack->count; i++) {
    const struct code *code = stack->codes[i];
    if (code->mapping && !code->mapping->maker)
      fprintf(stream, "%s+%llx ", last_component(code->mapping->file.path), (unsigned long long)code_offset(code));
    else
      fprintf(stream, "%llx ", (unsigned long long)code->ip);
  }
  fputc('\n', stream);
}

/* Where a block was made, and where it was lost. */
static char *where_of(const struct stack *allocated, const struct stack *lost)
{
  char *text;
  size_t size;
  FILE *stream = print_begin(&text, &size);
  put_stack(allocated, stream);
  put_stack(lost, stream);
  return print_end(stream, &text);
}

static uint64_t lost_blocks(const struct process *process)
{
  const uint64_t *blocks = process->check.totals.blocks;
  return blocks[RECORD_LEAK_DEFINITE] + blocks[RECORD_LEAK_INDIRECT] + blocks[RECORD_LEAK_POSSIBLE];
}

static void note_end(const struct reading *reading, const struct process *process, size_t program)
{
  struct explain_ends *ends = &reading->tries->ends[program];
  const bool is_known = process->state == PROCESS_ENDED && process_is_searched(process);
  if (reading->images && !ends->before.is_known) {
    ends->before.is_known = is_known;
    ends->before.reason = process->end.reason;
    ends->before.status = process->end.exit_status;
    ends->before.signal = process->end.signal;
    ends->before.lost_blocks = lost_blocks(process);
  } else if (!reading->images && !ends->after.is_known) {
    ends->after.is_known = is_known;
    ends->after.reason = process->end.reason;
    ends->after.status = process->end.exit_status;
    ends->after.signal = process->end.signal;
    ends->after.lost_blocks = lost_blocks(process);
  }
}

/* --- what there is to try --- */

static const char forked[] = "they were lost in a process that was forked, or executed by another one";
static const char cycle[] = "blocks that point to each other in a cycle have no one moment";
static const char no_moment[] = "it is not known at which moment they were lost";

static size_t item_of(const struct explain_tries *tries, const struct loss_record *record,
                      const struct process *process)
{
  struct identity identities[LEAK_KINDS];
  const struct explain_wanted *wanted = tries->wanted;
  identify_blocks(record->stack, process, identities);
  for (size_t i = 0; i < wanted->count; i++)
    for (size_t j = 0; j < wanted->items[i].place_count; j++)
      if (strcmp(wanted->items[i].places[j].digits, identities[RECORD_LEAK_DEFINITE].digits) == 0)
        return i;
  return wanted->count;
}

/* Takes the suggestion over. */
static struct explain_try *find_try(struct explain_tries *tries, size_t item, char *suggestion)
{
  for (size_t i = 0; i < tries->count; i++)
    if (tries->items[i].item == item && strcmp(tries->items[i].suggestion, suggestion) == 0) {
      free(suggestion);
      return &tries->items[i];
    }
  struct explain_try *made = NEW_ITEM(tries->items, tries->count, tries->capacity);
  *made = (struct explain_try){.item = item, .suggestion = suggestion};
  return made;
}

/* NULL: no moment is known. */
static const struct stack *scene_of(const struct lost_blocks *way)
{
  if (way->drop.kind != LOST_DROP_NONE)
    return way->drop.left;
  return way->event_count > 0 ? way->events->stack : NULL;
}

static size_t count_tried(const struct explain_tries *tries, size_t program)
{
  size_t count = 0;
  for (size_t i = 0; i < tries->count; i++)
    for (size_t j = 0; j < tries->items[i].tried_count; j++)
      count += tries->items[i].tried[j].program == program;
  return count;
}

static void add_blocks(struct explain_tries *tries, struct explain_try *try, const struct loss_record *record,
                       const struct lost_blocks *way, size_t program)
{
  const struct stack *scene = scene_of(way);
  size_t room = TRIED_BLOCKS_MAX - count_tried(tries, program);
  for (size_t i = 0; i < way->moment_count && room > 0; i++, room--)
    *NEW_ITEM(try->tried, try->tried_count, try->tried_capacity) =
      (struct explain_tried){.program = program, .moment = way->moments[i], .where = where_of(record->stack, scene)};
}

static void add_way(const struct reading *reading, const struct process *process, const struct loss_record *record,
                    const struct lost_blocks *way, size_t program)
{
  struct explain_tries *tries = reading->tries;
  const size_t item = item_of(tries, record, process);
  char *suggestion =
    item < tries->wanted->count ? lost_suggestion(&(struct lost_case){process, record->stack, way}) : NULL;
  if (!suggestion)
    return;
  struct explain_try *try = find_try(tries, item, suggestion);
  const char *why_not = way->cycle                          ? cycle
                        : program == tries->programs->count ? forked
                        : !scene_of(way)                    ? no_moment
                                                            : NULL;
  add_saturated(&try->blocks, way->blocks);
  if (why_not)
    try->why_not = why_not;
  else
    add_blocks(tries, try, record, way, program);
}

static void find_in_process(const struct reading *reading, const struct process *process, size_t program)
{
  const struct leak_check *check = &process->check;
  for (size_t i = 0; i < check->record_count; i++)
    for (size_t j = 0; j < check->records[i].lost_count; j++)
      if (check->records[i].kind == RECORD_LEAK_DEFINITE)
        add_way(reading, process, &check->records[i], &check->records[i].lost[j], program);
}

/* --- what came of it --- */

static const char *verb_of(const struct tried_block *block)
{
  switch (block->use) {
  case RECORD_ERROR_INVALID_READ:
    return "reads it";
  case RECORD_ERROR_INVALID_WRITE:
    return "writes to it";
  case RECORD_ERROR_INVALID_FREE:
    return lost_is_resized(block->used) ? "resizes it" : "frees it again";
  case RECORD_ERROR_SYSCALL_PARAM:
    return "passes it to a system call";
  default:
    return "uses it";
  }
}

static char *use_of(const struct process *process, const struct tried_block *block)
{
  char *text;
  size_t size;
  const struct leak_place place = leak_place_of_event(process, block->used);
  FILE *stream = print_begin(&text, &size);
  lost_put_place(process, "", &place, stream);
  fprintf(stream, " %s", verb_of(block));
  return print_end(stream, &text);
}

static void judge(const struct process *process, struct explain_tried *tried)
{
  const struct tried_block *block = tried_blocks_find(&process->tried, &tried->moment);
  if (!block || tried->was_freed)
    return;
  char *where = where_of(block->allocated, block->freed);
  tried->was_freed = strcmp(where, tried->where) == 0;
  if (tried->was_freed && block->used)
    tried->use = use_of(process, block);
  free(where);
}

static void judge_process(const struct reading *reading, const struct process *process, size_t program)
{
  struct explain_tries *tries = reading->tries;
  for (size_t i = 0; i < tries->count; i++)
    for (size_t j = 0; j < tries->items[i].tried_count; j++)
      if (tries->items[i].tried[j].program == program)
        judge(process, &tries->items[i].tried[j]);
}

/* --- reading --- */

static void on_close(void *context, const struct process *process)
{
  struct reading *reading = context;
  if (process->state == PROCESS_UNKNOWN)
    return;
  const size_t program = program_of(reading->tries, process);
  const bool is_program = program < reading->tries->programs->count;
  if (is_program)
    note_end(reading, process, program);
  if (reading->images)
    find_in_process(reading, process, program);
  else if (is_program)
    judge_process(reading, process, program);
}

static struct error *read_run(const struct command *command, const char *directory, struct reading *reading)
{
  static const struct writer_ops ops = {.close = on_close};
  const struct writer listener = {&ops, reading};
  struct run *run;
  RETURN_IF_ERROR(run_dir_find(directory, &run));
  struct command_session session = {.run = run, .listener = &listener};
  struct error *error = command_session_open(command, &session);
  if (!error) {
    error_free(run_reader_read(session.load, report_session_report(session.session), NULL));
    command_session_close(&session);
  }
  run_destroy(run);
  return error;
}

struct error *explain_tries_find(const struct command *command, const struct explain_outcome *outcome,
                                 const char *directory, struct explain_tries *ret)
{
  *ret = (struct explain_tries){.wanted = outcome->wanted, .programs = outcome->programs};
  ret->ends = memory_zeroed(outcome->programs->count + 1, sizeof *ret->ends);
  return read_run(command, directory, &(struct reading){ret, outcome->now.images});
}

struct error *explain_tries_judge(const struct command *command, const char *directory, struct explain_tries *tries)
{
  return read_run(command, directory, &(struct reading){tries, NULL});
}

void explain_tries_release(struct explain_tries *tries)
{
  for (size_t i = 0; i < tries->count; i++) {
    for (size_t j = 0; j < tries->items[i].tried_count; j++) {
      free(tries->items[i].tried[j].where);
      free(tries->items[i].tried[j].use);
    }
    free(tries->items[i].tried);
    free(tries->items[i].suggestion);
  }
  free(tries->items);
  free(tries->ends);
}

char *explain_tries_moments(const struct explain_tries *tries, size_t program)
{
  char *text;
  size_t size, count = 0;
  FILE *stream = print_begin(&text, &size);
  for (size_t i = 0; i < tries->count; i++)
    for (size_t j = 0; j < tries->items[i].tried_count; j++) {
      const struct lost_moment *moment = &tries->items[i].tried[j].moment;
      if (tries->items[i].tried[j].program == program)
        fprintf(stream, "%s%llu.%llu.%llu.%llu", count++ > 0 ? "," : "", (unsigned long long)moment->thread,
                (unsigned long long)moment->number, (unsigned long long)moment->events,
                (unsigned long long)moment->exits);
    }
  text = print_end(stream, &text);
  if (count > 0)
    return text;
  free(text);
  return NULL;
}
