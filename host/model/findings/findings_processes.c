/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is kept of a process when it has ended: all that formats and gaps ask for later, as its model goes away. */
#include <stdlib.h>
#include <string.h>

#include "host/model/findings/findings_private.h"
#include "host/model/process/errors.h"

static void keep_forks(struct findings_builder *builder, const struct process *process, struct finding_process *made)
{
  size_t bytes = process->fork_count * sizeof *process->forks;
  uint64_t *copy = bytes > 0 ? findings_frames_allocate(builder->frames, bytes) : NULL;
  if (bytes > 0)
    memcpy(copy, process->forks, bytes);
  made->forks = copy;
  made->fork_count = process->fork_count;
  builder_intern(builder, process->became_is_checked ? process->became : NULL, &made->became);
}

static void keep_heap_sight(struct findings_builder *builder, const struct heap_sight *sight,
                            struct finding_process *made)
{
  made->heap_view = sight->view;
  builder_intern(builder, sight->allocator, &made->heap_allocator);
  builder_intern(builder, sight->module, &made->heap_module);
}

static void describe_process(struct findings_builder *builder, const struct process *process, const char *cut_reason,
                             struct finding_process *made)
{
  builder_intern(builder, process->exe, &made->exe);
  builder_intern(builder, process->cwd, &made->cwd);
  builder_copy_strings(builder, process->argv, &made->argv);
  builder_intern(builder, options_value_among(process->options, OPTION_fail_alloc), &made->fail_alloc);
  builder_intern(builder, options_value_among(process->options, OPTION_explain), &made->explain);
  keep_forks(builder, process, made);
  keep_heap_sight(builder, &process->sight, made);
  made->program = made->argv[0] && *made->argv[0] ? made->argv[0] : made->exe;
  if (builder->directory)
    builder_mark_recorded(builder, process, made);
  builder_look_for_own_code(builder, process, made);
  findings_contexts_find(&builder->contexts, builder->frames, process, &made->context);
  made->test = made->context->facts[EXTENSION_TESTS];
  made->state = process->state == PROCESS_REPLACED   ? FINDING_PROCESS_REPLACED
                : process_is_finished(process)       ? FINDING_PROCESS_FINISHED
                                                     : FINDING_PROCESS_CUT;
  if (made->state == FINDING_PROCESS_CUT) {
    builder_intern(builder, cut_reason ? cut_reason : "it was killed from gdb or vgdb", &made->cut_reason);
    return;
  }
}

/* As they become findings. */
static uint64_t count_errors(const struct process *process)
{
  uint64_t count = 0;
  for (size_t i = 0; i < error_table_size(process->errors); i++) {
    const struct error_context *error = error_table_at(process->errors, i);
    if (error_is_found(error) && !error->suppression)
      add_saturated(&count, error_own_count(error));
  }
  return count;
}

void builder_add_process(struct findings_builder *builder, const struct process *process, const char *cut_reason)
{
  builder_make_room((void **)&builder->processes, builder->result.process_count, &builder->process_capacity,
                    sizeof *builder->processes);
  struct finding_process *made = &builder->processes[builder->result.process_count];
  *made = (struct finding_process){
    .run = builder->result.run_count - 1,
    .pid = process->pid,
    .ppid = process->ppid,
    .forked_from = process->forked_from,
    .generation = process->generation,
    .start_time_ns = process->start_time_ns,
    .end_reason = (enum record_end_reason)process->end.reason,
    .exit_status = process->end.exit_status,
    .signal = process->end.signal,
    .user_time_ns = process->end.user_time_ns,
    .elapsed_ns = process->end.elapsed_ns,
    .signal_was_sent = process->signal_was_sent,
    .asked = process->asked,
    .errors = count_errors(process),
    .leak_errors = process->counts.leak_errors,
    .is_searched = process_is_searched(process),
    .leaks_only = settings_are_for_leaks(process->options) || process->settings.counts_cost,
    .counts_cost = process->settings.counts_cost,
    .knows_heap = process->snapshot_count > 0 || process->growth->point_count > 0,
    .allocations = process->heap.allocations,
    .frees = process->heap.frees,
    .allocated_bytes = process->heap.allocated_bytes,
    .num_callers = process->settings.num_callers,
  };
  builder->result.leak_kinds |= process->settings.show_leak_kinds;
  describe_process(builder, process, cut_reason, made);
  builder->result.process_count++;
}
