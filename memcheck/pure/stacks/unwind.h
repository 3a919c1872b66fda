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

/* What the source knows has changed. Remembered walks are forgotten, too. */
void unwind_forget(struct unwind *unwind);

/* Fill `ips` with at most `most` addresses, innermost first; those from the second on lie in the instruction that
 * called. Returns how many, at least one; `most` is not 0. */
size_t unwind_walk(struct unwind *unwind, const struct unwind_stack *stack, uint64_t *ips, size_t most);

/* What the caller has made of the last walk, which was of this stack: any number but 0. It may be forgotten at any
 * time. */
void unwind_remember(struct unwind *unwind, const struct unwind_stack *stack, size_t most, uint32_t answer);

/* The number that was remembered for this walk, which need not be made then; 0: none is known. */
uint32_t unwind_recall(struct unwind *unwind, const struct unwind_stack *stack, size_t most);

/* The numbers that were remembered mean nothing any more. */
void unwind_forget_answers(struct unwind *unwind);

#endif
