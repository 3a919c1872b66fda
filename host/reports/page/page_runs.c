/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A suite says itself how it was called and how it ended; of any other run its first process does. */
#include "host/reports/page/page_runs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/plain_text.h"
#include "host/base/print.h"
#include "host/reports/page/page.h"
#include "host/model/words/signal_name.h"

enum { COMMAND_BYTES = 300 };

/* The arguments as a person would type them into a shell. */
static json_t *make_command(const struct finding_process *process)
{
  char *text = NULL;
  size_t size;
  if (!process->argv || !process->argv[0])
    return page_short_text(process->exe, COMMAND_BYTES);
  FILE *stream = print_begin(&text, &size);
  for (const char *const *word = process->argv; *word && ftell(stream) <= COMMAND_BYTES; word++) {
    fputs(word > process->argv ? " " : "", stream);
    plain_text_put_word(*word, stream);
  }
  json_t *value = page_short_text(print_end(stream, &text), COMMAND_BYTES);
  free(text);
  return value;
}

static json_t *make_ending(uint64_t exit_status, uint64_t signal)
{
  char text[64];
  if (signal > 0)
    snprintf(text, sizeof text, "killed by %s", signal_name(signal));
  else
    snprintf(text, sizeof text, "exit status %" PRIu64, exit_status);
  return json_text(text);
}

static json_t *make_process_ending(const struct finding_process *process)
{
  if (process->state == FINDING_PROCESS_REPLACED)
    return json_text("became another program");
  if (process->state == FINDING_PROCESS_CUT)
    return json_text("did not finish");
  if (process->end_reason == RECORD_END_BY_DEBUGGER)
    return json_text("killed from the debugger");
  return make_ending(process->exit_status, process->end_reason == RECORD_END_SIGNAL ? process->signal : 0);
}

/* --- lists --- */

/* The one that all others of the run come from; NULL: there is none. */
static const struct finding_process *first_process(const struct findings *findings, size_t run)
{
  const struct finding_process *first = NULL;
  for (size_t i = 0; i < findings->process_count; i++) {
    const struct finding_process *process = &findings->processes[i];
    if (process->run == run && (!first || process->start_time_ns < first->start_time_ns))
      first = process;
  }
  return first;
}

/* The last program of a process that became others: its status is the one that the caller saw. */
static const struct finding_process *last_program(const struct findings *findings,
                                                  const struct finding_process *process)
{
  const struct finding_process *last = process;
  for (size_t i = 0; i < findings->process_count; i++) {
    const struct finding_process *other = &findings->processes[i];
    if (other->run == process->run && other->pid == process->pid && other->generation > last->generation)
      last = other;
  }
  return last;
}

static json_t *make_moment(uint64_t time_ns)
{
  return time_ns > 0 ? json_count(time_ns / 1000000) : json_null();
}

static json_t *make_run(const void *context, size_t index)
{
  const struct findings *findings = context;
  const struct finding_run *run = &findings->runs[index];
  const struct finding_process *process = run->is_suite ? NULL : first_process(findings, index);
  if (process)
    return json_pack("[oooo]", page_text(run->name), make_command(process), make_moment(process->start_time_ns),
                     make_process_ending(last_program(findings, process)));
  return json_pack("[oooo]", page_text(run->name), page_text(run->command), make_moment(run->start_time_ns),
                   run->is_finished ? make_ending(run->exit_status, run->signal) : json_null());
}

static json_t *make_process(const void *context, size_t index)
{
  const struct findings *findings = context;
  const struct finding_process *process = &findings->processes[index];
  const uint64_t *bytes = process->leak_bytes;
  return json_pack("[ooooooo]", json_index(process->run), json_count(process->pid), make_command(process),
                   page_text(process->test), make_process_ending(process), json_count(process->errors),
                   json_count(bytes[RECORD_LEAK_DEFINITE] + bytes[RECORD_LEAK_INDIRECT]));
}

void page_runs_write(const struct findings *findings, const struct json_output *output)
{
  const size_t shown = findings->process_count < PAGE_PROCESSES ? findings->process_count : PAGE_PROCESSES;
  json_write_list_member(output, "runs", make_run, findings, findings->run_count);
  json_write_list_member(output, "processes", make_process, findings, shown);
}
