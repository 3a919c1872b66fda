/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a suite's own files say of a run: which test a process belongs to, what ran unchecked, what is missing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/findings/exec_log.h"
#include "report/findings/findings_private.h"
#include "report/model/program_facts.h"

/* --- the suite as a whole --- */

static struct error *describe_suite(struct findings_builder *builder, const struct suite_facts *facts,
                                    struct finding_run *run)
{
  char *command;
  run->is_suite = true;
  run->is_finished = facts->ended_ns != 0;
  run->start_time_ns = facts->started_ns;
  run->end_time_ns = facts->ended_ns;
  run->exit_status = facts->exit_status;
  run->signal = facts->signal;
  run->canary = facts->canary;
  struct error *error = suite_facts_command(facts, &command);
  if (error)
    return error;
  error = builder_intern(builder, command, &run->command);
  free(command);
  return error;
}

/* What is wrong with the log of programs; malloc'ed, *ret is NULL when nothing is. Programs that are missing in the log
 * would seem never to have run. */
static struct error *problem_of_log(const struct exec_log *log, char **ret)
{
  size_t lines = log ? exec_log_unreadable(log) : 0;
  *ret = NULL;
  if (!log)
    *ret = strdup("execs.jsonl is missing: what ran unchecked is not known");
  else if (lines == 0 || asprintf(ret, "%zu line%s of execs.jsonl cannot be read: programs may be missing here", lines,
                                  lines == 1 ? "" : "s") >= 0)
    return NULL;
  return *ret ? NULL : error_no_memory();
}

static struct error *note_problems(struct findings_builder *builder, const struct suite_facts *facts,
                                   struct finding_run *run)
{
  char *of_log;
  struct error *error = problem_of_log(builder->log, &of_log);
  if (error)
    return error;
  size_t count = 0;
  while (facts->problems && facts->problems[count])
    count++;
  char **problems = calloc(count + 2, sizeof *problems);
  for (size_t i = 0; i < count && problems; i++)
    problems[i] = facts->problems[i];
  if (problems)
    problems[count] = of_log;
  error = problems ? builder_copy_strings(builder, problems, &run->problems) : error_no_memory();
  free(problems);
  free(of_log);
  return error;
}

struct error *builder_read_suite(struct findings_builder *builder, const char *directory, struct finding_run *run)
{
  struct suite_facts *facts;
  struct error *error = suite_facts_read(directory, &facts);
  if (error || !facts)
    return error;
  error = describe_suite(builder, facts, run);
  if (!error)
    error = exec_log_read(directory, &builder->log);
  if (!error)
    error = native_read(directory, &builder->native);
  if (!error)
    error = note_problems(builder, facts, run);
  suite_facts_destroy(facts);
  return error;
}

/* --- its programs --- */

struct error *builder_set_test(struct findings_builder *builder, const struct process *process)
{
  const struct exec_image *image = exec_log_of_options(builder->log, process->options);
  return image && image->test ? program_facts_set_test(process->context, image->test) : NULL;
}

struct error *builder_mark_recorded(struct findings_builder *builder, const struct process *process,
                                 struct finding_process *made)
{
  const struct exec_image *image = exec_log_of_options(builder->log, process->options);
  if (!image)
    return NULL;
  /* Forked processes end as they like. */
  if (process->pid == image->pid && process->forked_from == 0)
    made->has_native_status = native_status(builder->native, image, &made->native_status);
  void **slot = htab_find_slot(builder->recorded, image, INSERT);
  if (!slot)
    return error_no_memory();
  *slot = (void *)image;
  return NULL;
}

static struct error *add_unchecked(struct findings_builder *builder, const struct exec_image *image)
{
  size_t *count = &builder->result.unchecked_count;
  struct error *error = builder_make_room((void **)&builder->unchecked, *count, &builder->unchecked_capacity,
                                     sizeof *builder->unchecked);
  if (error)
    return error;
  struct finding_unchecked *made = &builder->unchecked[*count];
  *made = (struct finding_unchecked){
    .run = builder->result.run_count - 1, .pid = image->pid, .is_missing = image->is_checked,
  };
  if ((error = builder_intern(builder, image->script ? image->script : image->exe, &made->exe)) ||
      (error = builder_intern(builder, image->test, &made->test)) ||
      (error = builder_intern(builder, exec_image_reason(image), &made->reason)))
    return error;
  (*count)++;
  return NULL;
}

static int by_pointer(const void *a, const void *b)
{
  const char *x = *(const char *const *)a, *y = *(const char *const *)b;
  return (x > y) - (x < y);
}

static size_t count_different(const char **names, size_t count)
{
  size_t different = 0;
  qsort(names, count, sizeof *names, by_pointer);
  for (size_t i = 0; i < count; i++)
    different += i == 0 || names[i] != names[i - 1];
  return different;
}

/* Those of programs, and those that processes of theirs are for. */
static struct error *count_tests(struct findings_builder *builder, const struct exec_image *const *images, size_t count,
                                 struct finding_run *run)
{
  size_t process_count = builder->result.process_count, named = 0;
  const char **names = calloc(count + process_count + 1, sizeof *names);
  struct error *error = names ? NULL : error_no_memory();
  for (size_t i = 0; i < count && !error; i++)
    if (images[i]->test && !(error = builder_intern(builder, images[i]->test, &names[named])))
      named++;
  for (size_t i = 0; i < process_count && !error; i++)
    if (builder->processes[i].test && builder->processes[i].run == builder->result.run_count - 1)
      names[named++] = builder->processes[i].test;
  if (!error)
    run->test_count = count_different(names, named);
  free(names);
  return error;
}

struct error *builder_end_suite(struct findings_builder *builder, struct finding_run *run)
{
  size_t count;
  const struct exec_image *const *images = exec_log_images(builder->log, &count);
  struct error *error = count_tests(builder, images, count, run);
  for (size_t i = 0; i < count && !error; i++)
    if (!images[i]->is_checked || !htab_find(builder->recorded, images[i]))
      error = add_unchecked(builder, images[i]);
  htab_empty(builder->recorded);
  exec_log_destroy(builder->log);
  native_destroy(builder->native);
  builder->log = NULL;
  builder->native = NULL;
  return error;
}
