/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whose leak is it? Other people's leaks do not fail the gate, so a leak counts as theirs only if that is certain: none
 * of its stacks is cut off, each names the files of its functions and has no own code, and every process with the leak
 * does contain own code. A program that is installed, as below /usr or /opt, has none: what it loses is its user's
 * affair. */
#include <stdlib.h>

#include "host/base/memory.h"
#include "host/model/findings/findings_private.h"

void builder_look_for_own_code(const struct findings_builder *builder, const struct process *process,
                               struct finding_process *made)
{
  const struct ownership *ownership = place_ownership(builder->rules);
  size_t count;
  const struct mapping **list = module_table_list(process->modules, module_table_epoch(process->modules), &count);
  made->has_own_code = ownership_is_chosen(ownership);
  for (size_t i = 0; i < count; i++)
    made->has_own_code |= ownership_is_own(ownership, NULL, list[i]->file.path, NULL);
  free(list);
}

static bool names_others(const struct finding_stack *stack)
{
  size_t others = 0;
  for (size_t i = 0; i < stack->count; i++) {
    if (frame_is_own(&stack->frames[i]))
      return false;
    others += stack->frames[i].object && stack->frames[i].role != FRAME_ALLOCATOR;
  }
  return others > 0;
}

/* As many frames as were asked for: there may have been more. */
static bool is_cut(const struct finding_stack *stack, const struct finding_process *process)
{
  return stack->count >= process->num_callers;
}

static bool is_of_others(const struct finding *finding, const struct finding_process *process)
{
  for (size_t i = 0; i < finding->variant_count; i++) {
    const struct finding_stack *stack = &finding->variants[i].match_stack;
    if (!names_others(stack) || is_cut(stack, process))
      return false;
  }
  return process->has_own_code;
}

static bool is_foreign(const struct findings_builder *builder, const struct finding *finding)
{
  if (!finding_is_leak(finding) || finding_is_own(finding))
    return false;
  for (size_t i = 0; i < finding->hit_count; i++)
    if (!is_of_others(finding, &builder->processes[finding->hits[i].process]))
      return false;
  return finding->hit_count > 0;
}

static bool hangs_from_foreign(const struct finding *finding, const bool *has_foreign_leader)
{
  for (size_t i = 0; i < finding->hit_count && finding->leak_kind == RECORD_LEAK_INDIRECT; i++)
    if (has_foreign_leader[finding->hits[i].process])
      return true;
  return false;
}

void builder_find_foreign(struct findings_builder *builder)
{
  bool *has_foreign_leader = memory_zeroed(builder->result.process_count + 1, sizeof *has_foreign_leader);
  for (size_t i = 0; i < builder->result.count; i++) {
    struct finding *finding = &builder->found[i]->finding;
    finding->is_foreign = is_foreign(builder, finding);
    for (size_t hit = 0; hit < finding->hit_count && finding->is_foreign; hit++)
      has_foreign_leader[finding->hits[hit].process] |= finding->hits[hit].indirect_bytes > 0;
  }
  for (size_t i = 0; i < builder->result.count; i++)
    builder->found[i]->finding.may_hang_from_foreign =
      hangs_from_foreign(&builder->found[i]->finding, has_foreign_leader);
  free(has_foreign_leader);
}
