/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Most walks differ from the one before in their innermost frames only. So the frames of the last walk are kept. As
 * soon as a walk comes to the same instruction with the same stack pointer, its way on depends on the same words of the
 * stack: return addresses, and saved frame pointers as far as they were used. Their addresses are known, so they are
 * compared without waiting for one another. Where one differs, that frame's step is made anew, and perhaps it leads
 * to a frame that is known again. Steps that are more than a rule are made anew each time.
 *
 * Programs that allocate in turn in a few places are better off with whole walks (unwind_memo.c), so these are tried
 * first as long as that pays.
 *
 * What is kept is a stack itself: new frames are put on top of those in which the walk has come together with the one
 * before, and frames that are needed beyond the outermost one are put below.
 *
 * Each frame also has the sums of its address and those of all frames outwards (unwind_sum.h). From two of them comes
 * the sum of any walk, however many frames it has. */
#include "memcheck/pure/base/env.h"
#include "memcheck/pure/stacks/unwind_private.h"

enum { CREDIT_MOST = 64, HIT_CREDIT = 2, SELDOM = 16, KEY_BITS = 32 };

struct again {
  struct unwind *unwind;
  struct unwind_limits limits;
  uint64_t pc, sp, fp, fp_place; /* where it stands; %rbp is at fp_place, or `fp` if that is 0 */
  unsigned at;     /* frames[at - 1] is the present one if the walk has joined, else the innermost that it can join */
  unsigned joined; /* `at` when it did; 0: it has not */
  size_t count, most; /* of frames, with those that are left out; `most` grows with these */
  size_t most_of_all;
};

/* --- one step --- */

static inline bool is_left_out(const struct again *again, uint64_t pc)
{
  const struct unwind_source *const source = &again->unwind->source;
  return __builtin_expect(pc - source->left_out < source->left_out_bytes, false);
}

/* The walk has come to one more frame. */
static inline void count_frame(struct again *again, bool is_left_out)
{
  again->count++;
  if (__builtin_expect(is_left_out, false) && again->most < again->most_of_all)
    again->most++;
}

/* From which no step was made yet. Field by field: that is quicker. */
static inline void begin_frame(const struct again *again, struct unwind_frame *frame, uint64_t pc, uint64_t sp)
{
  frame->pc = pc;
  frame->sp = sp;
  frame->fp = 0;
  frame->answer = 0;
  frame->fp_offset = 0;
  frame->kind = UNWIND_RULE_NONE;
  frame->is_left_out = is_left_out(again, pc);
}

static inline uint64_t fp_now(const struct again *again)
{
  return again->fp_place != 0 ? unwind_word_at(again->fp_place) : again->fp;
}

static __attribute__((noinline)) bool step_slowly(struct again *again, uint64_t *pc, uint64_t *sp)
{
  struct unwind_registers registers = {.pc = *pc, .sp = *sp, .fp = fp_now(again)};
  const bool is_done = unwind_step(again->unwind, &registers, &again->limits, again->count == 1);
  *pc = registers.pc;
  *sp = registers.sp;
  again->fp = registers.fp;
  again->fp_place = 0;
  return is_done;
}

/* One frame outwards, and in `frame` what that depended on; false: that was the last. The step need not be made again
 * if a walk that begins farther inside reads the same places. */
static inline bool step(struct again *again, uint64_t *pc, uint64_t *sp, struct unwind_frame *frame)
{
  const struct unwind_rule *const rule = unwind_rule_for(again->unwind, *pc);
  uint64_t caller = 0, caller_sp = 0;
  begin_frame(again, frame, *pc, *sp);
  frame->fp_offset = rule->fp_offset;
  frame->kind = rule->kind;
  if (rule->kind == UNWIND_RULE_BY_FP)
    frame->fp = fp_now(again);
  if (rule->kind > UNWIND_RULE_OUTERMOST &&
      unwind_follow_rule(rule, &again->limits, rule->kind == UNWIND_RULE_BY_SP ? *sp : frame->fp, &caller,
                         &caller_sp) &&
      !unwind_is_end(caller) && caller_sp > *sp) {
    const uint64_t fp_place = caller_sp + (uint64_t)(int64_t)rule->fp_offset;
    if (rule->fp_offset != 0)
      again->fp_place = fp_place;
    if (fp_place < *sp)
      frame->kind = UNWIND_RULE_ASK;
    *pc = caller;
    *sp = caller_sp;
  } else {
    if (rule->kind != UNWIND_RULE_OUTERMOST)
      frame->kind = UNWIND_RULE_ASK;
    if (!step_slowly(again, pc, sp))
      return false;
  }
  --*pc; /* the address returned to may be another function's, or have another rule */
  count_frame(again, is_left_out(again, *pc));
  return true;
}

/* --- the way on --- */

static inline bool is_at(const struct unwind_frame *frame, uint64_t pc, uint64_t sp)
{
  return frame->sp == sp && frame->pc == pc;
}

/* Has the walk come to a frame that was kept? What lies farther inside is no frame any more. */
static inline void join(struct again *again, const struct unwind_frames *kept, uint64_t pc, uint64_t sp)
{
  unsigned at = again->at;
  while (at > kept->bottom && kept->frames[at - 1].sp < sp)
    at--;
  again->at = at;
  if (at > kept->bottom && is_at(&kept->frames[at - 1], pc, sp))
    again->joined = at;
}

/* By steps of its own, until it joins. */
static bool go_alone(struct again *again, struct unwind_frames *kept)
{
  uint64_t pc = again->pc, sp = again->sp;
  bool is_done = true;
  while (again->joined == 0 && again->count < again->most) {
    is_done = step(again, &pc, &sp, &kept->fresh[kept->fresh_count++]);
    if (!is_done)
      break;
    join(again, kept, pc, sp);
  }
  again->pc = pc;
  again->sp = sp;
  return is_done;
}

/* The frames that were taken over lead elsewhere from frames[at - 1] on, so they are new ones. */
static void part(struct again *again, struct unwind_frames *kept, const struct unwind_frame *last)
{
  for (unsigned at = again->joined; at > again->at; at--) {
    struct unwind_frame *const fresh = &kept->fresh[kept->fresh_count++];
    *fresh = kept->frames[at - 1];
    fresh->answer = 0;
  }
  kept->fresh[kept->fresh_count++] = *last;
  again->at--;
  again->joined = 0;
}

/* The frames that were kept end here, but not the stack. */
static bool add_below(struct again *again, struct unwind_frames *kept)
{
  if (kept->bottom == 0)
    return false;
  struct unwind_frame *const frame = &kept->frames[--kept->bottom];
  begin_frame(again, frame, again->pc, again->sp);
  frame->sum = kept->below;
  kept->below = unwind_sum_without(kept->below, again->pc);
  again->at--;
  return true;
}

static void replace(struct unwind_frame *frame, const struct unwind_frame *by)
{
  frame->fp = by->fp;
  frame->fp_offset = by->fp_offset;
  frame->kind = by->kind;
}

/* By a step of its own from a frame that was kept. It may lead where it led before. */
static __attribute__((noinline)) bool step_from_kept(struct again *again, struct unwind_frames *kept)
{
  struct unwind_frame *const from = &kept->frames[again->at - 1], frame;
  const bool is_new = from->kind == UNWIND_RULE_NONE, was_last = again->at - 1 == kept->bottom;
  again->pc = from->pc;
  again->sp = from->sp;
  const bool is_done = step(again, &again->pc, &again->sp, &frame);
  if (is_done && !was_last && is_at(from - 1, again->pc, again->sp)) {
    replace(from, &frame);
    again->at--;
  } else if ((!is_done && was_last) || (is_done && is_new && add_below(again, kept))) {
    replace(from, &frame);
  } else {
    part(again, kept, &frame);
    if (is_done)
      join(again, kept, again->pc, again->sp);
  }
  return is_done;
}

static inline bool leads_on(const struct again *again, const struct unwind_frame *frame)
{
  const struct unwind_frame *const next = frame - 1;
  return frame->kind > UNWIND_RULE_OUTERMOST && (frame->kind == UNWIND_RULE_BY_SP || fp_now(again) == frame->fp) &&
         unwind_word_at(next->sp - UNWIND_WORD) == next->pc + 1;
}

/* By the frames that were kept. */
static bool go_with_kept(struct again *again, struct unwind_frames *kept)
{
  const struct unwind_frame *frame = &kept->frames[again->at - 1];
  while (again->count < again->most && leads_on(again, frame)) {
    if (frame->fp_offset != 0)
      again->fp_place = frame[-1].sp + (uint64_t)(int64_t)frame->fp_offset;
    frame--;
    count_frame(again, frame->is_left_out);
  }
  again->at = (unsigned)(frame - kept->frames) + 1;
  return again->count == again->most || (frame->kind != UNWIND_RULE_OUTERMOST && step_from_kept(again, kept));
}

/* --- walks --- */

/* The new frames come on top of those that the walk has joined, or in the place of all. In that case the outermost one
 * is where the walk stands, unless there are no more. */
static void keep_fresh(const struct again *again, struct unwind_frames *kept, bool is_ended)
{
  unsigned joined = again->joined;
  if (joined == 0) {
    if (!is_ended)
      begin_frame(again, &kept->fresh[kept->fresh_count++], again->pc, again->sp);
    kept->bottom = joined = UNWIND_FRAMES / 2;
    kept->below = 0;
  }
  kept->top = joined + kept->fresh_count;
  if (kept->top > UNWIND_FRAMES) {
    unwind_forget_frames(again->unwind);
    return;
  }
  unwind_sum sum = joined > kept->bottom ? kept->frames[joined - 1].sum : kept->below;
  struct unwind_frame *to = &kept->frames[joined];
  for (unsigned i = kept->fresh_count; i-- > 0; to++) {
    *to = kept->fresh[i];
    to->sum = sum = unwind_sum_with(sum, to->pc);
  }
}

static void walk_again(struct again *again, struct unwind_frames *kept)
{
  bool goes_on = true;
  kept->fresh_count = 0;
  again->at = kept->top;
  if (is_left_out(again, again->pc))
    again->most++;
  join(again, kept, again->pc, again->sp);
  while (goes_on && again->count < again->most)
    goes_on = again->joined != 0 ? go_with_kept(again, kept) : go_alone(again, kept);
  keep_fresh(again, kept, !goes_on);
  kept->count = again->count;
  kept->is_cut = again->count == again->most;
}

static __attribute__((noinline)) void find_powers(struct unwind_frames *kept, size_t last)
{
  if (kept->powers_count == 0)
    kept->powers[kept->powers_count++] = 1;
  for (size_t i = kept->powers_count; i <= last; i++)
    kept->powers[i] = unwind_sum_with(kept->powers[i - 1], 0);
  kept->powers_count = last + 1;
}

/* Of the last walk, which was kept, with `key` for one more frame within it; once more multiplied, so that high digits
 * depend on the innermost ones, too. */
static inline unwind_sum sum_of_walk(struct unwind_frames *kept, uint32_t key)
{
  const size_t outside = kept->top - kept->count;
  const unwind_sum last = kept->frames[kept->top - 1].sum;
  const unwind_sum before = outside > kept->bottom ? kept->frames[outside - 1].sum : kept->below;
  if (__builtin_expect(kept->count >= kept->powers_count, false))
    find_powers(kept, kept->count);
  return unwind_sum_with(unwind_sum_with(last - before * kept->powers[kept->count], key), 0);
}

/* The words on which the last walk has depended. */
static void note_trail(const struct unwind_frames *kept, struct unwind_trail *trail)
{
  const struct unwind_frame *frame = &kept->frames[kept->top - 1];
  uint64_t fp_place = 0;
  trail->is_broken = 2 * kept->count > UNWIND_TRAIL_WORDS;
  trail->needs_fp = false;
  trail->count = 0;
  for (size_t left = kept->count; left > 1 && !trail->is_broken; left--, frame--) {
    trail->is_broken = frame->kind <= UNWIND_RULE_OUTERMOST;
    if (frame->kind == UNWIND_RULE_BY_FP && fp_place == 0)
      trail->needs_fp = true;
    else if (frame->kind == UNWIND_RULE_BY_FP)
      trail->steps[trail->count++] = (struct unwind_step){fp_place, frame->fp};
    trail->steps[trail->count++] = (struct unwind_step){frame[-1].sp - UNWIND_WORD, frame[-1].pc + 1};
    if (frame->fp_offset != 0)
      fp_place = frame[-1].sp + (uint64_t)(int64_t)frame->fp_offset;
  }
  trail->is_broken |= !kept->is_cut && frame->kind != UNWIND_RULE_OUTERMOST;
}

/* Whole walks pay if more than one of three is met again. */
static uint32_t recall(struct unwind *unwind, const struct unwind_stack *stack, size_t key)
{
  struct unwind_frames *const kept = &unwind->frames;
  kept->is_recalling = kept->credit > 0 || ++kept->tries % SELDOM == 0;
  const uint32_t answer = kept->is_recalling ? unwind_recall(unwind, stack, key) : 0;
  if (answer != 0)
    kept->credit += kept->credit < CREDIT_MOST ? HIT_CREDIT : 0;
  else if (kept->credit > 0)
    kept->credit--;
  return answer;
}

static size_t key_of(size_t most, uint32_t key)
{
  return key | most << KEY_BITS;
}

bool unwind_walk_again(struct unwind *unwind, const struct unwind_stack *stack, size_t most, uint32_t key,
                       struct unwind_found *ret)
{
  struct unwind_frames *const kept = &unwind->frames;
  struct again again = {.unwind = unwind,
                        .limits = unwind_limits_of(stack),
                        .pc = stack->start.pc,
                        .sp = stack->start.sp,
                        .fp = stack->start.fp,
                        .count = 1,
                        .most = most,
                        .most_of_all = most + UNWIND_LEFT_OUT_MAX};
  if (most == 0) {
    kept->count = 0;
    *ret = (struct unwind_found){.sum_high = key};
    return true;
  }
  if (stack->merge_frames != 0 || most > UNWIND_MOST_AGAIN || !unwind_is_stack(&again.limits)) {
    unwind_forget_frames(unwind);
    return false;
  }
  ret->answer = recall(unwind, stack, key_of(most, key));
  if (ret->answer != 0)
    return true;
  if (kept->last != stack->last || kept->most != most) {
    unwind_forget_frames(unwind);
    kept->last = stack->last;
    kept->most = most;
  }
  walk_again(&again, kept);
  if (kept->top == kept->bottom)
    return false;
  const struct unwind_frame *const start = &kept->frames[kept->top - 1];
  ret->answer = start->key == key ? start->answer : 0;
  if (ret->answer == 0) {
    const unwind_sum sum = sum_of_walk(kept, key);
    ret->sum_low = (uint64_t)sum;
    ret->sum_high = (uint64_t)(sum >> 64);
  }
  return true;
}

size_t unwind_last_walk(const struct unwind *unwind, uint64_t *ips)
{
  const struct unwind_frames *const kept = &unwind->frames;
  size_t filled = 0;
  for (size_t i = 0; i < kept->count; i++) {
    const struct unwind_frame *const frame = &kept->frames[kept->top - 1 - i];
    if (!frame->is_left_out)
      ips[filled++] = frame->pc;
  }
  return filled;
}

void unwind_answer(struct unwind *unwind, const struct unwind_stack *stack, uint32_t key, uint32_t answer)
{
  struct unwind_frames *const kept = &unwind->frames;
  if (kept->count == 0)
    return;
  kept->frames[kept->top - 1].key = key;
  kept->frames[kept->top - 1].answer = answer;
  if (!kept->is_recalling)
    return;
  note_trail(kept, &unwind->trail);
  unwind_remember(unwind, stack, key_of(kept->most, key), answer);
}
