/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A rule is learned by asking the source about made-up registers. They point into two pieces of scratch memory whose every
 * word tells its own place, so that what comes back says where it was read. Several such questions with other distances
 * between the registers must lead to the same rule; else the instruction's frames are always asked for.
 *
 * Without a rule there are the guesses that the core makes, in its order: a frame that begins with "push %rbp; mov %rsp, %rbp",
 * then a return address on top of the stack. They and all limits are the core's, as the frames are to be the same. */
#include "memcheck/unwind.h"

#include "memcheck/env.h"

enum {
  RULE_BITS = 12, /* log2 of the rules that are kept, one for each hash value */
  WORD = sizeof(uint64_t),
  SCRATCH_WORDS = 2048,
  SCRATCHES = 2,
  MARGIN_WORDS = 64, /* farther from a frame address nothing is saved */
  STACK_REDZONE_BYTES = 128,
  STACK_BYTES_MIN = 256, /* less cannot be a stack */
  PAGE_BYTES = 4096,
};

enum rule_kind {
  RULE_NONE = 0, /* not learned yet */
  RULE_ASK,
  RULE_FAILS,    /* the source has no answer */
  RULE_BY_SP,    /* the caller's stack pointer is sp + sp_offset, its instruction pointer lies right below */
  RULE_BY_FP,
};

struct rule {
  uint64_t pc;
  int16_t sp_offset;
  int16_t fp_offset; /* where fp was saved, from the caller's stack pointer; 0: it was not */
  uint8_t kind;      /* enum rule_kind */
};

struct unwind {
  struct unwind_source source;
  struct rule rules[1 << RULE_BITS];
  uint64_t scratch[SCRATCHES][SCRATCH_WORDS];
};

/* One question: which scratch memory, and where in it the registers point. */
struct probe {
  unsigned scratch, sp_word, fp_word;
};

static const struct probe probes[] = {{0, MARGIN_WORDS, 96}, {1, 200, 80}, {0, 101, 1000}};

enum { PROBES = sizeof probes / sizeof *probes };

/* What no address is. */
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
                      const struct unwind_registers *after, uint64_t base, struct rule *ret)
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
static bool follows(const struct unwind *unwind, const struct unwind_registers *answers, struct rule *rule)
{
  for (unsigned i = 0; i < PROBES; i++) {
    struct unwind_registers before = probe_registers(unwind, &probes[i], rule->pc);
    struct rule read;
    if (!read_rule(unwind, &probes[i], &before, &answers[i], rule->kind == RULE_BY_SP ? before.sp : before.fp, &read))
      return false;
    if (i > 0 && (read.sp_offset != rule->sp_offset || read.fp_offset != rule->fp_offset))
      return false;
    rule->sp_offset = read.sp_offset;
    rule->fp_offset = read.fp_offset;
  }
  return true;
}

/* The source had no answer. Is that for good, as it knows nothing, or knows a frame address well within the scratch memory and
 * that nothing was saved there? */
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

static __attribute__((noinline)) void learn(struct unwind *unwind, struct rule *rule)
{
  struct unwind_registers answers[PROBES];
  unsigned answered = 0;
  prepare_scratch(unwind);
  for (unsigned i = 0; i < PROBES; i++) {
    const uint64_t start = scratch_start(unwind, &probes[i]);
    answers[i] = probe_registers(unwind, &probes[i], rule->pc);
    answered += unwind->source.step(&answers[i], start, start + sizeof unwind->scratch[0]);
  }
  rule->kind = RULE_BY_SP;
  if (answered == PROBES && follows(unwind, answers, rule))
    return;
  rule->kind = RULE_BY_FP;
  if (answered == PROBES && follows(unwind, answers, rule))
    return;
  rule->kind = answered == 0 && fails_for_good(unwind, rule->pc) ? RULE_FAILS : RULE_ASK;
}

static inline const struct rule *rule_for(struct unwind *unwind, uint64_t pc)
{
  struct rule *rule = &unwind->rules[pc * UINT64_C(0x9e3779b97f4a7c15) >> (64 - RULE_BITS)];
  if (rule->pc != pc || rule->kind == RULE_NONE) {
    rule->pc = pc;
    learn(unwind, rule);
  }
  return rule;
}

/* --- walking --- */

/* Words may be read at [lowest, highest]. */
struct limits {
  uint64_t lowest, highest;
};

/* The compiler may not know memcpy(), and would call it. */
typedef uint64_t any_word __attribute__((aligned(1), may_alias));

static inline uint64_t word_at(uint64_t address)
{
  return *(const any_word *)address;
}

static inline bool can_read(const struct limits *limits, uint64_t address)
{
  return address >= limits->lowest && address <= limits->highest - WORD;
}

/* Registers are handed over in a copy, so that they need not be in memory otherwise. */
static __attribute__((noinline)) bool ask(struct unwind *unwind, struct unwind_registers *registers, const struct limits *limits)
{
  return unwind->source.step(registers, limits->lowest, limits->highest);
}

static inline bool step_by_rule(struct unwind *unwind, struct unwind_registers *registers, const struct limits *limits)
{
  const struct rule *rule = rule_for(unwind, registers->pc);
  if (rule->kind < RULE_BY_SP) {
    struct unwind_registers copy = *registers;
    if (rule->kind == RULE_FAILS || !ask(unwind, &copy, limits))
      return false;
    *registers = copy;
    return true;
  }
  const uint64_t sp = (rule->kind == RULE_BY_SP ? registers->sp : registers->fp) + (uint64_t)(int64_t)rule->sp_offset;
  const uint64_t saved_fp = sp + (uint64_t)(int64_t)rule->fp_offset;
  if (!can_read(limits, sp - WORD) || (rule->fp_offset != 0 && !can_read(limits, saved_fp)))
    return false;
  registers->pc = word_at(sp - WORD);
  registers->sp = sp;
  if (rule->fp_offset != 0)
    registers->fp = word_at(saved_fp);
  return true;
}

/* The outermost frame's return address, if it has any. */
static bool is_end(uint64_t pc)
{
  return pc <= 1;
}

/* A frame that keeps the caller's %rbp where its own points to. */
static inline bool step_by_chain(struct unwind_registers *registers)
{
  const uint64_t sp = registers->fp + 2 * WORD;
  const uint64_t pc = word_at(registers->fp + WORD);
  if (is_end(pc) || sp <= registers->sp)
    return false;
  *registers = (struct unwind_registers){.pc = pc, .sp = sp, .fp = word_at(registers->fp)};
  return true;
}

/* A return address on top of the stack. */
static inline bool step_by_top(struct unwind_registers *registers)
{
  const uint64_t pc = word_at(registers->sp);
  if (is_end(pc))
    return false;
  registers->pc = pc;
  registers->sp += WORD;
  return true;
}

/* One frame outwards; false: that was the last. */
static inline bool step(struct unwind *unwind, struct unwind_registers *registers, const struct limits *limits)
{
  const uint64_t sp = registers->sp;
  if (step_by_rule(unwind, registers, limits))
    return !is_end(registers->pc) && registers->sp > sp;
  if (can_read(limits, registers->fp))
    return step_by_chain(registers);
  return sp >= limits->lowest && sp < limits->highest && step_by_top(registers);
}

/* How many frames are left when a cycle that the last one closes is cut out. */
static size_t merge(const uint64_t *ips, size_t count, unsigned cycle_max)
{
  for (size_t cycle = 1; cycle <= cycle_max && cycle < count; cycle++)
    if (ips[count - 1] == ips[count - 1 - cycle])
      return count - cycle;
  return count;
}

size_t unwind_walk(struct unwind *unwind, const struct unwind_stack *stack, uint64_t *ips, size_t most)
{
  struct unwind_registers registers = stack->start;
  struct limits limits = {registers.sp - STACK_REDZONE_BYTES,
                          (stack->last + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES};
  if (limits.highest >= WORD)
    limits.highest -= WORD;
  ips[0] = registers.pc;
  if (limits.lowest + STACK_BYTES_MIN >= limits.highest)
    return 1;
  size_t count = 1;
  while (count < most && step(unwind, &registers, &limits)) {
    ips[count++] = --registers.pc; /* the address returned to may be another function's, or have another rule */
    if (stack->merge_frames != 0)
      count = merge(ips, count, stack->merge_frames);
  }
  return count;
}
