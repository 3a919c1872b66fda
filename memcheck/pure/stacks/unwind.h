/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Call stacks, the same that the core's unwinder finds, but quicker.
 *
 * What the core knows of a frame (say, that the caller's stack pointer is %rsp + 40, and %rbp was saved 16 bytes below)
 * depends on the instruction alone. So it is asked once, and the rule is kept. What is no such simple rule is asked for
 * each time. */
#ifndef SEEP_MEMCHECK_PURE_STACKS_UNWIND_H
#define SEEP_MEMCHECK_PURE_STACKS_UNWIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct unwind_registers {
  uint64_t pc, sp, fp; /* %rip, %rsp, %rbp */
};

enum unwind_rule_kind {
  UNWIND_RULE_NONE = 0,  /* not known yet */
  UNWIND_RULE_ASK,       /* no rule: the source makes the step each time */
  UNWIND_RULE_FAILS,     /* the source cannot make the step */
  UNWIND_RULE_OUTERMOST, /* there is no caller */
  UNWIND_RULE_BY_SP,     /* the caller's stack pointer is sp + sp_offset, its instruction pointer lies right below */
  UNWIND_RULE_BY_FP,
};

struct unwind_rule {
  uint64_t pc;
  int16_t sp_offset;
  int16_t fp_offset; /* where fp was saved, from the caller's stack pointer; 0: it was not */
  uint8_t kind;      /* enum unwind_rule_kind */
};

/* The core's knowledge. */
struct unwind_source {
  /* One step outwards by call frame information, reading only words that lie in [lowest, highest]; false: that cannot
   * be done, and nothing has changed. */
  bool (*step)(struct unwind_registers *registers, uint64_t lowest, uint64_t highest);
  /* The canonical frame address, 0: unknown; false: there is no call frame information. */
  bool (*frame_address)(const struct unwind_registers *registers, uint64_t lowest, uint64_t highest,
                        uint64_t *ret_address);
  /* Is there no code at `pc`, and a call right before `return_address`? */
  bool (*called_nowhere)(uint64_t pc, uint64_t return_address);
  /* Fill in the rule of rule->pc, whose other fields are 0, at once. NULL: it is found out by step(). */
  void (*find_rule)(struct unwind_rule *rule);
  /* Frames in this code are left out by unwind_walk_again(). */
  uint64_t left_out, left_out_bytes;
};

struct unwind_stack {
  struct unwind_registers start;
  uint64_t last;           /* address of the stack's last byte */
  unsigned
    merge_frames; /* a cycle of at most so many frames counts as one (--merge-recursive-frames); always the same */
};

struct unwind;

struct unwind *unwind_create(const struct unwind_source *source);
void unwind_destroy(struct unwind *unwind);

/* What the source knows has changed. Remembered walks and frames are forgotten, too. */
void unwind_forget(struct unwind *unwind);

/* Fill `ips` with at most `most` addresses, innermost first; those from the second on lie in the instruction that
 * called. Returns how many, at least one; `most` is not 0. */
size_t unwind_walk(struct unwind *unwind, const struct unwind_stack *stack, uint64_t *ips, size_t most);

enum { UNWIND_LEFT_OUT_MAX = 2 };

struct unwind_found {
  uint32_t answer; /* that was given to unwind_answer() with this key for the same frames; 0: none is known */
  /* If there is no answer: of the key and the frames, with those that are left out. They have other sums if they
   * differ, but by a chance that is not to be reckoned with. The low half of `sum_low` says less than the rest. */
  uint64_t sum_low, sum_high;
};

/* The same frames, but for those that are left out (of more than UNWIND_LEFT_OUT_MAX, the others are in the place of
 * frames farther out), with what has not changed since the last such walk taken over from that: return addresses, and
 * saved frame pointers that are used, are compared with the stack, but need not be looked for. False: this is no such
 * stack, or has too many frames. `most` is always the same, and
 * may be 0: then there are none. */
bool unwind_walk_again(struct unwind *unwind, const struct unwind_stack *stack, size_t most, uint32_t key,
                       struct unwind_found *ret);

/* The frames of the last unwind_walk_again(), if it knew no answer: fill `ips` with them, `most` at most. Returns how
 * many. */
size_t unwind_last_walk(const struct unwind *unwind, uint64_t *ips);

/* What the caller has made of the last unwind_walk_again(), if it knew no answer: any number but 0. */
void unwind_answer(struct unwind *unwind, const struct unwind_stack *stack, uint32_t key, uint32_t answer);

/* What the caller has made of the last walk, which was of this stack: any number but 0. It may be forgotten at any
 * time. */
void unwind_remember(struct unwind *unwind, const struct unwind_stack *stack, size_t most, uint32_t answer);

/* The number that was remembered for this walk, which need not be made then; 0: none is known. */
uint32_t unwind_recall(struct unwind *unwind, const struct unwind_stack *stack, size_t most);

/* The numbers that were remembered mean nothing any more. */
void unwind_forget_answers(struct unwind *unwind);

#endif
