/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the parts of the translator share. */
#ifndef SEEP_MEMCHECK_PURE_DIRECT_TRANSLATE_PRIVATE_H
#define SEEP_MEMCHECK_PURE_DIRECT_TRANSLATE_PRIVATE_H

#include "memcheck/pure/direct/plan.h"
#include "memcheck/pure/direct/state.h"

enum { KNOWN_RANGES_MAX = 8, LEAVES_MAX = 8 * DIRECT_STEPS_MAX, SLOW_STORES_MAX = DIRECT_STEPS_MAX };

/* Bytes that are addressable and defined: an operand, and an offset from it. That of %rsp is seen from where it was at
 * the block's start. */
struct known_range {
  struct direct_memory memory;
  unsigned bytes;
};

/* A jump that leaves the block for precise code of a step. */
struct leave {
  uint8_t *distance;
  uint8_t step, borrowed;
  int32_t pending;
};

/* A store whose V bits are not clear: where it is found, and where it goes on. */
struct slow_store {
  struct direct_memory memory;
  uint8_t *jumps[4];
  unsigned count;
  const uint8_t *resume;
  uint8_t step;
  bool has_borrowed; /* %rcx holds something else */
  bool is_probe;     /* of the stack: what is there may be unaddressable */
  int32_t pending;
};

struct direct_translation {
  const struct direct_guest *guest;
  const struct direct_plan *plan;
  struct direct_code *code;   /* where it is written now */
  bool is_cold;
  struct direct_block *block;
  unsigned step;              /* the one in work */
  uint8_t borrowed;
  uint32_t tested;            /* registers that are known to be defined */
  int32_t stack_moved;        /* by the block so far: %rsp is so much higher than at its start */
  int32_t pending_from;       /* what the stack gave up since it was there is still to be made undefined */
  bool has_noted_redzone;     /* in direct_state.redzone_used */
  unsigned known_count, leave_count, slow_count;
  struct known_range known[KNOWN_RANGES_MAX];
  struct leave *leaves;       /* at most LEAVES_MAX */
  struct slow_store *slow;    /* at most SLOW_STORES_MAX */
  uint8_t *redzone_jump;      /* to code that gives up the red zone; NULL: there is no such jump */
  const uint8_t *redzone_resume;
  struct {
    bool is_there;            /* the registers are in the processor, from that step on */
    uint8_t *jump;            /* to code that has them loaded */
    const uint8_t *resume;
    bool has_borrowed;        /* %rcx, there */
    uint8_t step;
    int32_t pending;
  } x87;
};

static inline const struct direct_step *step_in_work(const struct direct_translation *translation)
{
  return &translation->plan->steps[translation->step];
}

static inline bool has_live_flags(const struct direct_translation *translation)
{
  return step_in_work(translation)->live_flags != 0;
}

static inline direct_slot borrowed_slot(const struct direct_translation *translation, unsigned number)
{
  return DIRECT_SLOT(translation->guest->state, borrowed) + number * (direct_slot)sizeof(uint64_t);
}

static inline int32_t translation_pending(const struct direct_translation *translation)
{
  return translation->stack_moved - translation->pending_from;
}

/* --- borrow.c --- */

/* %rcx is needed, and given back. */
void translation_borrow_rcx(struct direct_translation *translation);
void translation_give_rcx_back(struct direct_translation *translation);
/* The same of DIRECT_BORROWS_*, vectors apart. */
void translation_borrow(struct direct_translation *translation, unsigned which);
void translation_give_back(struct direct_translation *translation, unsigned which);
/* A mark: this is borrowed from here on. */
void translation_set_borrowed(struct direct_translation *translation, unsigned borrowed);

/* --- fill.c --- */

/* An operand at the stack pointer. */
struct direct_memory fill_at_stack(int32_t displacement);
/* [start, start + bytes), seen from the stack pointer, becomes undefined; whole words. */
void fill_undefined(struct direct_translation *translation, int32_t start, int32_t bytes);
void fill_by_words(struct direct_translation *translation, int32_t start, int32_t bytes);
/* What `bytes` that were given up leave below the red zone; in it V bits stay. */
void fill_given_up(struct direct_translation *translation, int32_t bytes);
/* In the red zone there may be bytes that are defined. */
void fill_note_redzone(struct direct_translation *translation);
/* By a string instruction, for distances that are not known; these registers are borrowed for it: %rdi becomes the
 * address of the V bits at start(%rsp), by way of %rax; as many words as %rcx says are filled. */
enum { FILL_BORROWS = DIRECT_BORROWS_RCX | DIRECT_BORROWS_RAX | DIRECT_BORROWS_RDI };
void fill_find_v_bits(struct direct_translation *translation, int32_t start);
void fill_as_string(struct direct_translation *translation);

/* --- segment_counts.c --- */

/* Does code count, and check nothing? */
static inline bool counts(const struct direct_translation *translation)
{
  return translation->guest->counter_of != NULL;
}

/* In front of the step in work: counts it and those behind it, if it begins a segment. */
void counts_begin_segment(struct direct_translation *translation);

/* --- leave.c --- */

/* The block is left for precise code of the step in work, by a jump that has been emitted. */
void translation_leave(struct direct_translation *translation, uint8_t *distance);
/* Leave if %rcx is not zero; it is borrowed. */
void translation_leave_if_rcx(struct direct_translation *translation);
/* Code that leaves for precise code of a step. */
void translation_emit_way_out(struct direct_translation *translation, unsigned step, int32_t pending);
/* Behind the block: where those jumps go. */
void leave_emit_all(struct direct_translation *translation);

/* --- checks.c --- */

/* Is it stored to, or would be, without a look at what is there: a constant distance from the stack pointer? */
bool v_checks_is_in_frame(const struct direct_memory *memory, unsigned bytes);
void v_checks_before_load(struct direct_translation *translation, const struct direct_memory *memory, unsigned bytes);
/* By what the instruction does with its operand, if it has one. */
void v_checks_before(struct direct_translation *translation, const struct direct_instruction *instruction);
/* Bytes that are known to be addressable and defined: they were looked at, and have not changed since. */
bool v_checks_is_known(const struct direct_translation *translation, const struct direct_memory *memory,
                       unsigned bytes);
void v_checks_note(struct direct_translation *translation, const struct direct_memory *memory, unsigned bytes);
/* Registers have changed; memory may have. */
void v_checks_forget_registers(struct direct_translation *translation, uint32_t written);
void v_checks_forget_all(struct direct_translation *translation);
/* But for what lies above the stack pointer, which has moved up. */
void v_checks_forget_given_up(struct direct_translation *translation);
/* Behind the block: what stores do whose V bits are not clear. */
void v_checks_emit_slow_stores(struct direct_translation *translation);

/* --- bounds.c --- */

/* At the block's start: leave it if it goes too far. */
void bounds_check(struct direct_translation *translation);
/* %rcx is a stack pointer to come, which may not be above what lies in a word; it and %rax are borrowed, and change. */
void bounds_leave_if_above(struct direct_translation *translation, direct_slot bound);
/* The word for that, where the step in work sets the stack pointer. */
direct_slot bounds_of_set(const struct direct_translation *translation);

/* --- stack.c --- */

/* The step in work moves the stack pointer or jumps: all of it. */
void stack_code_push(struct direct_translation *translation);
void stack_code_pop(struct direct_translation *translation);
void stack_code_add(struct direct_translation *translation);
void stack_code_align(struct direct_translation *translation);
void stack_code_set(struct direct_translation *translation);
/* What the stack has given up becomes undefined, if it is not so yet; for an instruction that may look there. */
void stack_code_settle(struct direct_translation *translation);
void stack_code_settle_for(struct direct_translation *translation, const struct direct_instruction *instruction);
/* In front of a call: the return address becomes defined, the red zone undefined. */
void stack_code_before_call(struct direct_translation *translation);
void stack_code_before_return(struct direct_translation *translation);
/* Behind the load of the return address: moves the stack pointer over it and so many bytes. */
void stack_code_return_over(struct direct_translation *translation, int32_t bytes);
/* Behind the block. */
void stack_code_emit_redzone(struct direct_translation *translation);

/* --- x87.c --- */

/* The step in work has to do with x87. */
void x87_before(struct direct_translation *translation);
/* Behind the block. */
void x87_emit_loading(struct direct_translation *translation);

/* --- jumps.c --- */

/* The step in work. */
void jumps_jump(struct direct_translation *translation, const struct direct_instruction *instruction);
void jumps_indirect(struct direct_translation *translation, const struct direct_instruction *instruction);
void jumps_branch(struct direct_translation *translation, const struct direct_step *step);
void jumps_call(struct direct_translation *translation, const struct direct_instruction *instruction);
void jumps_call_indirect(struct direct_translation *translation, const struct direct_instruction *instruction);
void jumps_return(struct direct_translation *translation);
void jumps_return_over(struct direct_translation *translation, const struct direct_instruction *instruction);
/* To what follows the last step. */
void jumps_go_on(struct direct_translation *translation, uint64_t target);
/* A counter, by %ecx, which has its new value then. */
void jumps_decrement(struct direct_code *code, direct_slot counter);
/* Behind the block: the stubs. */
void jumps_emit_exits(struct direct_translation *translation);

#endif
