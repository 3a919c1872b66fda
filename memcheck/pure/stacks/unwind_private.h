/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What unwind.c, unwind_memo.c and unwind_frames.c share. */
#ifndef SEEP_MEMCHECK_PURE_STACKS_UNWIND_PRIVATE_H
#define SEEP_MEMCHECK_PURE_STACKS_UNWIND_PRIVATE_H

#include "memcheck/pure/base/redzone.h"
#include "memcheck/pure/stacks/unwind.h"
#include "memcheck/pure/stacks/unwind_sum.h"

enum {
  UNWIND_WORD = sizeof(uint64_t),
  UNWIND_RULE_BITS = 12,  /* log2 of the rules that are kept, one for each hash value */
  UNWIND_ANSWER_BITS = 9, /* the same of answers */
  UNWIND_SCRATCH_WORDS = 2048,
  UNWIND_SCRATCHES = 2,
  UNWIND_TRAIL_WORDS = 40,
  UNWIND_STACK_BYTES_MIN = 256, /* less cannot be a stack */
  UNWIND_PAGE_BYTES = 4096,
  UNWIND_FRAMES = 2048,    /* that are remembered */
  UNWIND_FRAMES_MAX = 512, /* of a walk */
  UNWIND_MOST_AGAIN = UNWIND_FRAMES_MAX - UNWIND_LEFT_OUT_MAX - 2,
};

/* A word of the stack. */
struct unwind_step {
  uint64_t address, word;
};

/* The words that decided how a walk went. */
struct unwind_trail {
  bool is_broken; /* something else decided it, too, or there were too many words */
  bool needs_fp;  /* %rbp at the start decided it, too */
  uint16_t count;
  struct unwind_step steps[UNWIND_TRAIL_WORDS];
};

/* A walk that was remembered. */
struct unwind_answer {
  struct unwind_registers start;
  uint64_t last;
  uint32_t answer; /* 0: none */
  uint32_t era;    /* forgotten when it is not the present one */
  size_t most;
  struct unwind_trail trail;
};

/* A frame of the stack as the last walks found it. */
struct unwind_frame {
  uint64_t pc, sp;   /* as the walk has them there */
  uint64_t fp;       /* %rbp, if the step outwards has used it */
  unwind_sum sum;    /* of this frame and all outwards, as far as they are kept; and of those in `below` */
  uint32_t key;      /* of `answer` */
  uint32_t answer;   /* of the walk that began here; 0: none, or the frames outwards have changed */
  int16_t fp_offset; /* where the step outwards found %rbp, from the caller's stack pointer; 0: it kept it */
  uint8_t kind; /* enum unwind_rule_kind of the step outwards, which is made anew if it is none of the last three */
  bool is_left_out;
};

/* frames[bottom] to frames[top - 1], the outermost first; each but the outermost is followed by its caller. */
struct unwind_frames {
  uint64_t last;      /* address of the stack's last byte */
  size_t most, count; /* of the last walk; `count` with frames that are left out */
  bool is_cut;        /* the last walk ended as it had enough frames */
  unwind_sum below;   /* outside of frames[bottom] */
  unsigned bottom, top, fresh_count;
  unsigned credit, tries; /* whether it pays to recall whole walks */
  bool is_recalling;
  struct unwind_frame fresh[UNWIND_FRAMES_MAX]; /* of the walk under way, innermost first: those not found there */
  struct unwind_frame frames[UNWIND_FRAMES];
  size_t powers_count;
  unwind_sum powers[UNWIND_FRAMES_MAX]; /* by which the sum of so many frames more is multiplied */
};

struct unwind {
  struct unwind_source source;
  struct unwind_rule rules[1 << UNWIND_RULE_BITS];
  struct unwind_trail trail; /* of the last walk */
  uint32_t era;
  struct unwind_answer answers[1 << UNWIND_ANSWER_BITS];
  uint64_t scratch[UNWIND_SCRATCHES][UNWIND_SCRATCH_WORDS];
  struct unwind_frames frames;
};

/* Words may be read at [lowest, highest]. */
struct unwind_limits {
  uint64_t lowest, highest;
};

static inline struct unwind_limits unwind_limits_of(const struct unwind_stack *stack)
{
  const uint64_t end = (stack->last + UNWIND_PAGE_BYTES - 1) / UNWIND_PAGE_BYTES * UNWIND_PAGE_BYTES;
  return (struct unwind_limits){stack->start.sp - REDZONE_BYTES, end >= UNWIND_WORD ? end - UNWIND_WORD : end};
}

static inline bool unwind_is_stack(const struct unwind_limits *limits)
{
  return limits->lowest + UNWIND_STACK_BYTES_MIN < limits->highest;
}

static inline bool unwind_can_read(const struct unwind_limits *limits, uint64_t address)
{
  return address >= limits->lowest && address <= limits->highest - UNWIND_WORD;
}

/* Not memcpy(), which the compiler would call in code that is built without a C library. */
typedef uint64_t unwind_any_word __attribute__((aligned(1), may_alias));

static inline uint64_t unwind_word_at(uint64_t address)
{
  return *(const unwind_any_word *)address;
}

/* The next walk starts afresh. */
static inline void unwind_forget_frames(struct unwind *unwind)
{
  unwind->frames.bottom = unwind->frames.top = UNWIND_FRAMES / 2;
}

/* Find out the rule of rule->pc. */
void unwind_learn_rule(struct unwind *unwind, struct unwind_rule *rule);

/* The rule of an instruction, until that of another is wanted. */
static inline const struct unwind_rule *unwind_rule_for(struct unwind *unwind, uint64_t pc)
{
  struct unwind_rule *rule = &unwind->rules[pc * UINT64_C(0x9e3779b97f4a7c15) >> (64 - UNWIND_RULE_BITS)];
  if (rule->pc != pc || rule->kind == UNWIND_RULE_NONE) {
    rule->pc = pc;
    unwind_learn_rule(unwind, rule);
  }
  return rule;
}

/* Where a rule leads from the register that it begins with; false: that cannot be read. */
static inline bool unwind_follow_rule(const struct unwind_rule *rule, const struct unwind_limits *limits, uint64_t from,
                                      uint64_t *ret_pc, uint64_t *ret_sp)
{
  const uint64_t sp = from + (uint64_t)(int64_t)rule->sp_offset, fp_place = sp + (uint64_t)(int64_t)rule->fp_offset;
  if (!unwind_can_read(limits, sp - UNWIND_WORD) || (rule->fp_offset != 0 && !unwind_can_read(limits, fp_place)))
    return false;
  *ret_pc = unwind_word_at(sp - UNWIND_WORD);
  *ret_sp = sp;
  return true;
}

/* What stands for a return address in the outermost frame, if anything does. */
static inline bool unwind_is_end(uint64_t pc)
{
  return pc <= 1;
}

/* One frame outwards, in any way; false: that was the last. */
bool unwind_step(struct unwind *unwind, struct unwind_registers *registers, const struct unwind_limits *limits,
                 bool is_first);

#endif
