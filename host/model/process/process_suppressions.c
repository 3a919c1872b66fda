/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Suppressions are shared by all processes of a run, but for the files that a process names while it runs: these are
 * for what it, and the processes that it forks later, find from then on. */
#include "host/base/installed.h"
#include "host/model/process/model.h"
#include "host/model/process/program_facts.h"

void process_match_context(const struct process *process, const struct suppressions_context **ret)
{
  bool matters = suppressions_are_conditional(process->suppressions) ||
                 (process->own_suppressions && suppressions_are_conditional(process->own_suppressions));
  *ret = NULL;
  if (matters)
    program_facts_for_match(process->context, ret);
}

static void create_own_suppressions(struct process *process)
{
  if (!process->own_suppressions)
    suppressions_create(&process->own_suppressions);
  suppressions_set_frame_limit(process->own_suppressions, process->settings.num_callers);
  suppressions_add_default_search_dirs(process->own_suppressions, installed_data_dir());
}

struct error *process_add_suppressions(struct process *process, const char *path)
{
  create_own_suppressions(process);
  return suppressions_load(process->own_suppressions, path);
}

void process_find_shared_suppression(struct process *process, struct suppressions_finding *finding,
                                     struct suppression **ret)
{
  process_match_context(process, &finding->context);
  suppressions_match(process->suppressions, finding, ret);
}

void process_find_suppression(struct process *process, struct suppressions_finding *finding, struct suppression **ret)
{
  process_find_shared_suppression(process, finding, ret);
  if (!*ret && process->own_suppressions)
    suppressions_match(process->own_suppressions, finding, ret);
}

size_t process_suppressions_size(const struct process *process)
{
  return suppressions_size(process->suppressions) +
         (process->own_suppressions ? suppressions_size(process->own_suppressions) : 0);
}
