/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A rule is learned by asking the source about made-up registers. They point into two pieces of scratch memory in which
 * every word holds its own place, so that the values which come back tell where they were read. Questions with other
 * distances between the registers must all lead to the same rule; otherwise the source is asked each time.
 *
 * Where the source knows nothing, the core guesses, and so does this, in the same order: a frame that begins with "push
 * %rbp; mov %rsp, %rbp", then a return address on top of the stack. Guesses and limits are the core's, as the frames
 * must be the same. There is one exception: a call through a pointer that leads nowhere has made no frame yet, so the
 * caller's address is on top of the stack, and the core's first guess would leave the caller out. */
#include "memcheck/pure/stacks/unwind.h"

#include "memcheck/pure/base/env.h"
#include "memcheck/pure/stacks/unwind_private.h"

enum {
  SCRATCH_WORDS = UNWIND_SCRATCH_WORDS,
  SCRATCHES = UNWIND_SCRATCHES,
  MARGIN_WORDS = 64, /* nothing is saved farther from a frame address than this */
  WORD = UNWIND_WORD,
};

/* One question: which scratch memory, and where in it the registers point. */
struct probe {
  unsigned scratch, sp_word, fp_word;
};

static const struct probe probes[] = {{0, MARGIN_WORDS, 96}, {1, 200, 80}, {0, 101, 1000}};

enum { PROBES = sizeof probes / sizeof *probes };

/* Not a canonical address, so that no value of the program looks like it. */
static uint64_t scratch_tag(unsigned scratch)
{
  return (UINT64_C(0x5eed) + scratch) << 48;
}

struct unwind *unwind_create(const struct unwind_source *source)
{
  struct unwind *unwind = env_map_pages(sizeof *unwind);
  unwind->source = *source;
  return unwind;
}

void unwind_destroy(struct unwind *unwind)
{
  env_unmap_pages(unwind, sizeof *unwind);
}

void unwind_forget(struct unwind *unwind)
{
  memset(unwind->rules, 0, sizeof unwind->rules);
  unwind_forget_answers(unwind);
  unwind_forget_frames(unwind);
}

/* --- learning --- */

static void prepare_scratch(struct unwind *unwind)
{
  if (unwind->scratch[0][0] != 0)
    return;
  for (unsigned i = 0; i < SCRATCHES; i++)
    for (unsigned word = 0; word < SCRATCH_WORDS; word++)
      unwind->scratch[i][word] = scratch_tag(i) + word * WORD;
}

static uint64_t scratch_start(const struct unwind *unwind, const struct probe *probe)
{
  return (uint64_t)unwind->scratch[probe->scratch];
}

static struct unwind_registers probe_registers(const struct unwind *unwind, const struct probe *probe, uint64_t pc)
{
  const uint64_t start = scratch_start(unwind, probe);
  return (struct unwind_registers){.pc = pc, .sp = start + probe->sp_word * WORD, .fp = start + probe->fp_word * WORD};
}

/* Where a value was read from; false: it does not come from the scratch memory. */
static bool place_of(const struct unwind *unwind, const struct probe *probe, uint64_t value, uint64_t *ret_address)
{
  const uint64_t offset = value - scratch_tag(probe->scratch);
  *ret_address = scratch_start(unwind, probe) + offset;
  return offset < sizeof unwind->scratch[0];
}

/* Does an answer follow the rule that the register at `base` leads to? */
static bool read_rule(const struct unwind *unwind, const struct probe *probe, const struct unwind_registers *before,
                      const struct unwind_registers *after, uint64_t base, struct unwind_rule *ret)
{
  const int64_t sp_offset = (int64_t)(after->sp - base);
  uint64_t place;
  if (sp_offset != (int16_t)sp_offset || !place_of(unwind, probe, after->pc, &place) || place != after->sp - WORD)
    return false;
  int64_t fp_offset = 0;
  if (after->fp != before->fp) {
    if (!place_of(unwind, probe, after->fp, &place))
      return false;
    fp_offset = (int64_t)(place - after->sp);
    if (fp_offset == 0 || fp_offset != (int16_t)fp_offset)
      return false;
  }
  ret->sp_offset = (int16_t)sp_offset;
  ret->fp_offset = (int16_t)fp_offset;
  return true;
}

/* The rule of this kind that all answers follow. */
static bool answers_follow_rule(const struct unwind *unwind, const struct unwind_registers *answers,
                                struct unwind_rule *rule)
{
  for (unsigned i = 0; i < PROBES; i++) {
    struct unwind_registers before = probe_registers(unwind, &probes[i], rule->pc);
    struct unwind_rule read;
    if (!read_rule(unwind, &probes[i], &before, &answers[i], rule->kind == UNWIND_RULE_BY_SP ? before.sp : before.fp,
                   &read))
      return false;
    if (i > 0 && (read.sp_offset != rule->sp_offset || read.fp_offset != rule->fp_offset))
      return false;
    rule->sp_offset = read.sp_offset;
    rule->fp_offset = read.fp_offset;
  }
  return true;
}

/* The source had no answer. Will that always be so? Yes if it knows nothing of this instruction, or if it knows a frame
 * address, well within the scratch memory, and could not read anything there. */
static bool fails_for_good(const struct unwind *unwind, uint64_t pc)
{
  for (unsigned i = 0; i < PROBES; i++) {
    const uint64_t start = scratch_start(unwind, &probes[i]), size = sizeof unwind->scratch[0];
    struct unwind_registers before = probe_registers(unwind, &probes[i], pc);
    uint64_t frame;
    if (!unwind->source.frame_address(&before, start, start + size, &frame))
      return true;
    if (frame < start + MARGIN_WORDS * WORD || frame > start + size - MARGIN_WORDS * WORD)
      return false;
  }
  return true;
}

static void find_out_rule(struct unwind *unwind, struct unwind_rule *rule)
{
  struct unwind_registers answers[PROBES];
  unsigned answered = 0;
  prepare_scratch(unwind);
  for (unsigned i = 0; i < PROBES; i++) {
    const uint64_t start = scratch_start(unwind, &probes[i]);
    answers[i] = probe_registers(unwind, &probes[i], rule->pc);
    answered += unwind->source.step(&answers[i], start, start + sizeof unwind->scratch[0]);
  }
  rule->kind = UNWIND_RULE_BY_SP;
  if (answered == PROBES && answers_follow_rule(unwind, answers, rule))
    return;
  rule->kind = UNWIND_RULE_BY_FP;
  if (answered == PROBES && answers_follow_rule(unwind, answers, rule))
    return;
  rule->kind = answered == 0 && fails_for_good(unwind, rule->pc) ? UNWIND_RULE_FAILS : UNWIND_RULE_ASK;
}

void unwind_learn_rule(struct unwind *unwind, struct unwind_rule *rule)
{
  *rule = (struct unwind_rule){.pc = rule->pc};
  if (unwind->source.find_rule)
    unwind->source.find_rule(rule);
  else
    find_out_rule(unwind, rule);
}

/* --- walking --- */

/* A walk under way. Its trail is what it has read of the stack so far. Where %rbp was read is noted only once its value
 * is used. */
struct walk {
  struct unwind *unwind;
  struct unwind_registers registers;
  struct unwind_limits limits;
  uint64_t fp_place; /* 0: still the one of the start */
  bool fp_is_noted;
};

static inline void note_word(struct walk *walk, uint64_t address, uint64_t word)
{
  struct unwind_trail *trail = &walk->unwind->trail;
  if (trail->count == UNWIND_TRAIL_WORDS)
    trail->is_broken = true;
  else
    trail->steps[trail->count++] = (struct unwind_step){address, word};
}

static inline uint64_t read_word(struct walk *walk, uint64_t address)
{
  const uint64_t word = unwind_word_at(address);
  note_word(walk, address, word);
  return word;
}

static inline void set_fp(struct walk *walk, uint64_t place)
{
  walk->registers.fp = unwind_word_at(place);
  walk->fp_place = place;
  walk->fp_is_noted = false;
}

static inline uint64_t get_fp(struct walk *walk)
{
  if (walk->fp_place == 0)
    walk->unwind->trail.needs_fp = true;
  else if (!walk->fp_is_noted)
    note_word(walk, walk->fp_place, walk->registers.fp);
  walk->fp_is_noted = true;
  return walk->registers.fp;
}

/* Callers pass a copy of their registers, so that the compiler need not keep theirs in memory. */
static __attribute__((noinline)) bool ask_source(struct unwind *unwind, struct unwind_registers *registers,
                                          struct unwind_limits limits)
{
  unwind->trail.is_broken = true;
  return unwind->source.step(registers, limits.lowest, limits.highest);
}

static inline bool step_by_rule(struct walk *walk)
{
  const struct unwind_rule *rule = unwind_rule_for(walk->unwind, walk->registers.pc);
  if (rule->kind == UNWIND_RULE_OUTERMOST) {
    walk->registers.pc = 0;
    return true;
  }
  if (rule->kind < UNWIND_RULE_BY_SP) {
    struct unwind_registers copy = walk->registers;
    if (rule->kind == UNWIND_RULE_FAILS || !ask_source(walk->unwind, &copy, walk->limits))
      return false;
    walk->registers = copy;
    return true;
  }
  const uint64_t from = rule->kind == UNWIND_RULE_BY_SP ? walk->registers.sp : get_fp(walk);
  if (!unwind_follow_rule(rule, &walk->limits, from, &walk->registers.pc, &walk->registers.sp))
    return false;
  note_word(walk, walk->registers.sp - WORD, walk->registers.pc);
  if (rule->fp_offset != 0)
    set_fp(walk, walk->registers.sp + (uint64_t)(int64_t)rule->fp_offset);
  return true;
}

/* A frame that keeps the caller's %rbp where its own points to. */
static inline bool step_by_chain(struct walk *walk)
{
  const uint64_t fp = walk->registers.fp, sp = fp + 2 * WORD;
  const uint64_t pc = read_word(walk, fp + WORD);
  if (unwind_is_end(pc) || sp <= walk->registers.sp)
    return false;
  walk->registers.pc = pc;
  walk->registers.sp = sp;
  set_fp(walk, fp);
  return true;
}

/* A return address on top of the stack. */
static inline bool step_by_top(struct walk *walk)
{
  const uint64_t pc = read_word(walk, walk->registers.sp);
  if (unwind_is_end(pc))
    return false;
  walk->registers.pc = pc;
  walk->registers.sp += WORD;
  return true;
}

static bool is_within(const struct walk *walk, uint64_t sp)
{
  return sp >= walk->limits.lowest && sp < walk->limits.highest;
}

/* For the innermost frame, without a rule: was it just called, at an address where there is no code? */
static bool was_called_nowhere(struct walk *walk)
{
  const struct unwind_registers *registers = &walk->registers;
  walk->unwind->trail.is_broken = true; /* the answer depends on mappings, too */
  return is_within(walk, registers->sp) &&
         walk->unwind->source.called_nowhere(registers->pc, unwind_word_at(registers->sp));
}

/* One frame outwards; false: that was the last. */
static inline bool step_outwards(struct walk *walk, bool is_first)
{
  const uint64_t sp = walk->registers.sp;
  if (step_by_rule(walk))
    return !unwind_is_end(walk->registers.pc) && walk->registers.sp > sp;
  if (is_first && was_called_nowhere(walk))
    return step_by_top(walk);
  if (unwind_can_read(&walk->limits, get_fp(walk)))
    return step_by_chain(walk);
  return is_within(walk, sp) && step_by_top(walk);
}

bool unwind_step(struct unwind *unwind, struct unwind_registers *registers, const struct unwind_limits *limits,
                 bool is_first)
{
  struct walk walk = {.unwind = unwind, .registers = *registers, .limits = *limits};
  const bool is_done = step_outwards(&walk, is_first);
  *registers = walk.registers;
  return is_done;
}

/* How many frames are left when a cycle that the last one closes is cut out. */
static size_t merge_cycle(const uint64_t *ips, size_t count, unsigned cycle_max)
{
  for (size_t cycle = 1; cycle <= cycle_max && cycle < count; cycle++)
    if (ips[count - 1] == ips[count - 1 - cycle])
      return count - cycle;
  return count;
}

size_t unwind_walk(struct unwind *unwind, const struct unwind_stack *stack, uint64_t *ips, size_t most)
{
  struct walk walk = {.unwind = unwind, .registers = stack->start, .limits = unwind_limits_of(stack)};
  unwind->trail.count = 0;
  unwind->trail.is_broken = unwind->trail.needs_fp = false;
  ips[0] = walk.registers.pc;
  if (!unwind_is_stack(&walk.limits))
    return 1;
  size_t count = 1;
  while (count < most && step_outwards(&walk, count == 1)) {
    ips[count++] = --walk.registers.pc; /* the address returned to may be another function's, or have another rule */
    if (stack->merge_frames != 0)
      count = merge_cycle(ips, count, stack->merge_frames);
  }
  return count;
}
