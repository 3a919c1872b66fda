/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Programs allocate in the same places again and again. The outcome of a walk depends on the registers it starts with
 * and on a few words of the stack: return addresses, and saved frame pointers as far as they were used. If all these
 * are unchanged, so is the outcome. Comparing them is quicker than walking, as all their addresses are known
 * beforehand. */
#include "memcheck/pure/base/env.h"
#include "memcheck/pure/stacks/unwind_private.h"

/* Walks that begin in the same place differ in the caller: so its return address is a part of the hash, if a rule tells
 * where it is. */
static struct unwind_answer *answer_for(struct unwind *unwind, const struct unwind_stack *stack)
{
  const struct unwind_registers *start = &stack->start;
  const struct unwind_rule *rule = &unwind->rules[start->pc * UINT64_C(0x9e3779b97f4a7c15) >> (64 - UNWIND_RULE_BITS)];
  const struct unwind_limits limits = unwind_limits_of(stack);
  const uint64_t place = start->sp + (uint64_t)(int64_t)rule->sp_offset - UNWIND_WORD;
  uint64_t hash = start->pc ^ start->sp << 20;
  if (rule->pc == start->pc && rule->kind == UNWIND_RULE_BY_SP && unwind_can_read(&limits, place))
    hash += unwind_word_at(place);
  return &unwind->answers[hash * UINT64_C(0x9e3779b97f4a7c15) >> (64 - UNWIND_ANSWER_BITS)];
}

static bool is_same_start(const struct unwind *unwind, const struct unwind_answer *answer,
                          const struct unwind_stack *stack, size_t most)
{
  return answer->answer != 0 && answer->era == unwind->era && answer->start.pc == stack->start.pc &&
         answer->start.sp == stack->start.sp && answer->last == stack->last && answer->most == most &&
         (!answer->trail.needs_fp || answer->start.fp == stack->start.fp);
}

/* The walk begins with the same stack pointer, so its words are in the same places. */
static bool is_same_trail(const struct unwind_trail *trail)
{
  uint64_t difference = 0;
  for (const struct unwind_step *step = trail->steps, *end = step + trail->count; step < end; step++)
    difference |= unwind_word_at(step->address) ^ step->word;
  return difference == 0;
}

uint32_t unwind_recall(struct unwind *unwind, const struct unwind_stack *stack, size_t most)
{
  const struct unwind_limits limits = unwind_limits_of(stack);
  if (!unwind_is_stack(&limits))
    return 0;
  const struct unwind_answer *answer = answer_for(unwind, stack);
  return is_same_start(unwind, answer, stack, most) && is_same_trail(&answer->trail) ? answer->answer : 0;
}

static void copy_trail(struct unwind_trail *to, const struct unwind_trail *from)
{
  to->needs_fp = from->needs_fp;
  to->count = from->count;
  for (unsigned i = 0; i < from->count; i++)
    to->steps[i] = from->steps[i];
}

void unwind_remember(struct unwind *unwind, const struct unwind_stack *stack, size_t most, uint32_t answer)
{
  const struct unwind_limits limits = unwind_limits_of(stack);
  if (unwind->trail.is_broken || !unwind_is_stack(&limits))
    return;
  struct unwind_answer *kept = answer_for(unwind, stack);
  kept->start = stack->start;
  kept->last = stack->last;
  kept->most = most;
  kept->answer = answer;
  kept->era = unwind->era;
  copy_trail(&kept->trail, &unwind->trail);
}

void unwind_forget_answers(struct unwind *unwind)
{
  unwind->era++;
}
