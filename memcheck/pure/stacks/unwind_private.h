/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What unwind.c and unwind_memo.c share. */
#ifndef SEEP_MEMCHECK_PURE_STACKS_UNWIND_PRIVATE_H
#define SEEP_MEMCHECK_PURE_STACKS_UNWIND_PRIVATE_H

#include "memcheck/pure/base/redzone.h"
#include "memcheck/pure/stacks/unwind.h"

enum {
  UNWIND_WORD = sizeof(uint64_t),
  UNWIND_RULE_BITS = 12, /* log2 of the rules that are kept, one for each hash value */
  UNWIND_ANSWER_BITS = 9, /* the same of answers */
  UNWIND_SCRATCH_WORDS = 2048,
  UNWIND_SCRATCHES = 2,
  UNWIND_TRAIL_WORDS = 40,
  UNWIND_STACK_BYTES_MIN = 256, /* less cannot be a stack */
  UNWIND_PAGE_BYTES = 4096,
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
  uint32_t most;
  struct unwind_trail trail;
};

struct unwind {
  struct unwind_source source;
  struct rule rules[1 << UNWIND_RULE_BITS];
  struct unwind_trail trail; /* of the last walk */
  uint32_t era;
  struct unwind_answer answers[1 << UNWIND_ANSWER_BITS];
  uint64_t scratch[UNWIND_SCRATCHES][UNWIND_SCRATCH_WORDS];
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

#endif
