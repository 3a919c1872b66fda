/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a suite's own files say of a run: which test a process belongs to, what ran unchecked, what is missing. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/hash_table.h"
#include "host/base/memory.h"
#include "host/base/options.h"
#include "host/base/order.h"
#include "host/base/print.h"
#include "host/model/findings/exec_log.h"
#include "host/model/findings/findings_private.h"
#include "host/model/process/program_facts.h"

/* --- the suite as a whole --- */

static void describe_suite(struct findings_builder *builder, const struct suite_facts *facts, struct finding_run *run)
{
  char *command;
  run->is_suite = true;
  run->is_finished = facts->ended_ns != 0;
  run->start_time_ns = facts->started_ns;
  run->end_time_ns = facts->ended_ns;
  run->exit_status = facts->exit_status;
  run->signal = facts->signal;
  run->canary = facts->canary;
  run->shard = facts->shard;
  run->shard_count = facts->shard_count < SUITE_SHARDS_MAX && facts->shard >= 1 && facts->shard <= facts->shard_count
                       ? facts->shard_count : 0;
  suite_facts_command(facts, &command);
  builder_intern(builder, command, &run->command);
  free(command);
}

struct problems {
  char *items[8];
  size_t count;
};

static void add_problem(struct problems *problems, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add_problem(struct problems *problems, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  problems->items[problems->count] = print_args(format, args);
  problems->count++;
  va_end(args);
}

/* Processes that outlive a suite add to the log, so that it may have grown. */
static struct error *check_sum(const char *directory, const struct suite_facts *facts, struct problems *problems)
{
  char text[32];
  uint64_t bytes, sum;
  if (!facts || !facts->log_sum || !*facts->log_sum)
    return NULL;
  RETURN_IF_ERROR(exec_log_sum(directory, facts->log_bytes, &bytes, &sum));
  snprintf(text, sizeof text, "%016" PRIx64, sum);
  if (bytes < facts->log_bytes)
    add_problem(problems, EXEC_LOG " is shorter than when the suite ended: programs are missing there");
  else if (strcmp(text, facts->log_sum) != 0)
    add_problem(problems, EXEC_LOG " was changed after the suite: programs may be missing there");
  return NULL;
}

/* Programs that are missing in the log would seem never to have run. */
static struct error *check_log(const struct exec_log *log, const char *directory, const struct suite_facts *facts,
                               struct problems *problems)
{
  size_t lines = log ? exec_log_unreadable(log) : 0, orphans = log ? exec_log_orphans(log) : 0;
  if (!log) {
    add_problem(problems, EXEC_LOG " is missing: what ran unchecked is not known");
    return NULL;
  }
  if (lines > 0)
    add_problem(problems, "%zu line%s of " EXEC_LOG " cannot be read: programs may be missing there", lines,
                lines == 1 ? "" : "s");
  if (orphans > 0)
    add_problem(problems, EXEC_LOG " lacks programs that executed %zu other%s", orphans, orphans == 1 ? "" : "s");
  return check_sum(directory, facts, problems);
}

/* `facts` NULL: there are none. */
static struct error *find_problems(const struct findings_builder *builder, const char *directory,
                                   const struct suite_facts *facts, struct problems *problems)
{
  if (!facts)
    add_problem(problems, "suite.json is missing: whether the suite has finished is not known");
  if (builder->strangers > 0)
    add_problem(problems, "%zu process%s of the suite %s checked without a line in " EXEC_LOG
                ": programs are missing there",
                builder->strangers, builder->strangers == 1 ? "" : "es", builder->strangers == 1 ? "was" : "were");
  return check_log(builder->log, directory, facts, problems);
}

/* Those of the suite itself, and then those of its files. */
static void keep_problems(struct findings_builder *builder, struct problems *more, struct finding_run *run)
{
  const char *const *before = run->problems;
  size_t count = 0;
  while (before && before[count])
    count++;
  char **list = memory_zeroed(count + more->count + 1, sizeof *list);
  for (size_t i = 0; i < count; i++)
    list[i] = (char *)before[i];
  for (size_t i = 0; i < more->count; i++)
    list[count + i] = more->items[i];
  builder_copy_strings(builder, list, &run->problems);
  free(list);
}

static struct error *note_problems(struct findings_builder *builder, struct finding_run *run)
{
  struct problems problems = {0};
  struct error *error = find_problems(builder, builder->directory, builder->facts, &problems);
  if (!error && problems.count > 0)
    keep_problems(builder, &problems, run);
  while (problems.count > 0)
    free(problems.items[--problems.count]);
  return error;
}

struct error *builder_read_suite(struct findings_builder *builder, const char *directory, struct finding_run *run)
{
  builder->strangers = 0;
  builder_intern(builder, directory, &builder->directory);
  struct error *error = suite_facts_read(directory, &builder->facts);
  if (!error)
    error = exec_log_read(directory, &builder->log);
  if (!error && builder->facts)
    describe_suite(builder, builder->facts, run);
  if (!error && builder->facts)
    builder_copy_strings(builder, builder->facts->problems, &run->problems);
  if (!error && builder->facts)
    error = native_read(directory, &builder->native);
  return error;
}

/* --- its programs --- */

void builder_set_test(struct findings_builder *builder, const struct process *process)
{
  const struct exec_image *image = exec_log_of_options(builder->log, process->options);
  if (image && image->test)
    program_facts_set_test(process->context, image->test);
}

void builder_mark_recorded(struct findings_builder *builder, const struct process *process,
                           struct finding_process *made)
{
  const struct exec_image *image = builder->log ? exec_log_of_options(builder->log, process->options) : NULL;
  builder->strangers += !image && options_value_among(process->options, OPTION_suite_exec) != NULL;
  if (!image)
    return;
  builder_intern(builder, image->id, &made->image);
  made->full_checked_ns = image->is_for_leaks ? image->full_checked_ns : 0;
  /* What it executed is in the log, or cannot be told from a program that was to be checked. */
  if (process->state == PROCESS_REPLACED && !exec_log_has_executed(builder->log, image, process->pid))
    builder_intern(builder, process->became, &made->became);
  /* Forked processes end as they like. */
  if (process->pid == image->pid && process->forked_from == 0)
    made->has_native_status = native_status(builder->native, image, &made->native_status);
  *htab_find_slot(builder->recorded, image, INSERT) = (void *)image;
}

static void add_unchecked(struct findings_builder *builder, const struct exec_image *image)
{
  size_t *count = &builder->result.unchecked_count;
  builder_make_room((void **)&builder->unchecked, *count, &builder->unchecked_capacity, sizeof *builder->unchecked);
  struct finding_unchecked *made = &builder->unchecked[*count];
  *made = (struct finding_unchecked){
    .run = builder->result.run_count - 1, .pid = image->pid, .is_missing = image->is_checked,
  };
  builder_intern(builder, image->script ? image->script : image->exe, &made->exe);
  builder_intern(builder, image->test, &made->test);
  builder_intern(builder, exec_image_reason(image), &made->reason);
  (*count)++;
}

ORDER_POINTERS(by_pointer, char, COMPARE(x, y))

static size_t count_different(const char **names, size_t count)
{
  size_t different = 0;
  qsort(names, count, sizeof *names, by_pointer);
  for (size_t i = 0; i < count; i++)
    different += i == 0 || names[i] != names[i - 1];
  return different;
}

/* Those of programs, and those that processes of theirs are for. */
static void count_tests(struct findings_builder *builder, const struct exec_image *const *images, size_t count,
                        struct finding_run *run)
{
  size_t process_count = builder->result.process_count, named = 0;
  const char **names = memory_zeroed(count + process_count + 1, sizeof *names);
  for (size_t i = 0; i < count; i++)
    if (images[i]->test) {
      builder_intern(builder, images[i]->test, &names[named]);
      named++;
    }
  for (size_t i = 0; i < process_count; i++)
    if (builder->processes[i].test && builder->processes[i].run == builder->result.run_count - 1)
      names[named++] = builder->processes[i].test;
  run->test_count = count_different(names, named);
  free(names);
}

static bool is_named_test(const struct exec_image *image)
{
  return image->test && image->test_source && strcmp(image->test_source, "program") != 0;
}

static bool add_name(htab_t names, const char *name)
{
  void **slot = htab_find_slot(names, name, INSERT);
  bool is_new = slot && !*slot;
  if (is_new)
    *slot = (void *)name;
  return is_new;
}

/* A test with a program that was checked, or is told of as missing, or was left out by the user. */
static bool is_accounted_for(const struct exec_image *image)
{
  return image->is_checked || !image->why || strcmp(image->why, "not matched") != 0;
}

/* What is said of a test without any such program stands at the first of those that it has. */
static void add_tests_without(struct findings_builder *builder, const struct exec_image *const *images, size_t count)
{
  htab_t names = HASH_TABLE(plain_text, 64, NULL);
  for (size_t i = 0; i < count; i++)
    if (is_named_test(images[i]) && is_accounted_for(images[i]))
      add_name(names, images[i]->test);
  for (size_t i = 0; i < count; i++)
    if (is_named_test(images[i]) && add_name(names, images[i]->test)) {
      add_unchecked(builder, images[i]);
      builder->unchecked[builder->result.unchecked_count - 1].is_test = true;
    }
  htab_delete(names);
}

static void end_log(struct findings_builder *builder, struct finding_run *run)
{
  size_t count;
  const struct exec_image *const *images = exec_log_images(builder->log, &count);
  count_tests(builder, images, count, run);
  for (size_t i = 0; i < count; i++)
    if (!images[i]->is_checked || !htab_find(builder->recorded, images[i]))
      add_unchecked(builder, images[i]);
  add_tests_without(builder, images, count);
}

struct error *builder_end_suite(struct findings_builder *builder, struct finding_run *run)
{
  bool is_suite = builder->facts || builder->log || builder->strangers > 0;
  struct error *error = is_suite ? note_problems(builder, run) : NULL;
  if (!error && builder->log)
    end_log(builder, run);
  htab_empty(builder->recorded);
  exec_log_destroy(builder->log);
  native_destroy(builder->native);
  suite_facts_destroy(builder->facts);
  builder->log = NULL;
  builder->native = NULL;
  builder->facts = NULL;
  return error;
}

bool findings_miss_process(const void *context, uint64_t pid)
{
  const struct findings_builder *builder = context;
  size_t count = 0;
  const struct exec_image *const *images = builder->log ? exec_log_images(builder->log, &count) : NULL;
  for (size_t i = 0; i < count; i++)
    if (images[i]->pid == pid && images[i]->is_checked && !htab_find(builder->recorded, images[i]))
      return true;
  return false;
}
