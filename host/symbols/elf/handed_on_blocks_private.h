/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shared by the files of value_flow. */
#ifndef SEEP_HOST_SYMBOLS_ELF_HANDED_ON_BLOCKS_PRIVATE_H
#define SEEP_HOST_SYMBOLS_ELF_HANDED_ON_BLOCKS_PRIVATE_H

#include "host/symbols/elf/decoder_library.h"
#include "host/symbols/elf/handed_on_blocks.h"
#include "host/symbols/elf/value_state.h"

/* What may leave a function; bits of values. */
struct value_outcome {
  uint32_t result, second, through[VALUE_ARGUMENTS];
};

enum { VALUE_SUMMARIES_MAX = 256 };

struct value_summary {
  uint64_t start;
  struct value_outcome outcome;
};

enum { VALUE_CLOBBERS_MAX = 64, VALUE_KEPT_MAX = 1 << 16 };

struct value_kept; /* an instruction */

struct value_decoder {
  csh capstone;
  cs_insn *scratch;
  struct value_kept *kept[VALUE_KEPT_MAX]; /* by address; NULL: none yet */
};

/* A function that is called, and the registers that it writes: bits by their numbers. */
struct value_clobbers {
  uint64_t start;
  uint32_t registers;
};

/* Of a question and the functions that are called there. */
struct value_session {
  const struct value_question *question;
  struct value_decoder *decoder;
  size_t callee_steps;
  struct value_summary summaries[VALUE_SUMMARIES_MAX];
  size_t summary_count;
  struct value_clobbers clobbers[VALUE_CLOBBERS_MAX];
  size_t clobbers_count;
  uint32_t leaves_scope[VALUE_SCOPES_MAX], put_in_scope[VALUE_SCOPES_MAX], put; /* bits of values */
};

/* Where a path begins. */
struct value_block {
  uint64_t address;
  struct value_state state;
  bool is_queued;
};

/* Of one function. */
struct value_analysis {
  struct value_session *session;
  const struct value_range *ranges;
  size_t range_count;
  enum value_result result;
  bool is_asked; /* it is the function of the question */
  unsigned depth;
  cs_insn *instruction;
  struct value_block *blocks;
  size_t block_count, block_capacity, first_queued, step_limit;
  uint16_t *block_by_address;
  uint64_t *orphans; /* code that no jump leads to; NULL: not looked for */
  size_t orphan_count, orphan_capacity;
  bool is_cut, is_reached; /* reached: the call */
  uint64_t returns_again;  /* where setjmp() does; 0: it was not called */
  struct value_outcome outcome;
};

/* Read the instruction at an address; false: there is none. */
bool value_decode(struct value_analysis *analysis, uint64_t address);

/* What is called by the current instruction. */
struct value_callee value_find_callee(const struct value_analysis *analysis);

/* What an operand holds. */
struct value value_operand(const struct value_state *state, const cs_x86_op *operand);

/* The general registers that the current instruction writes, as bits. */
uint32_t value_registers_written(const struct value_analysis *analysis);

/* Those that a call of the function may change, of all that a caller must not rely on. */
uint32_t value_clobbered(struct value_analysis *analysis, const struct value_range *code);
#define VALUE_CLOBBERED_BY_ANY \
  (1U << RAX | 1U << RCX | 1U << RDX | 1U << RSI | 1U << RDI | 1U << R8 | 1U << R9 | 1U << R10 | 1U << R11)

/* Does the function jump to another one? */
bool value_jumps_on(struct value_analysis *analysis, const struct value_range *code);

/* Make of a state what an instruction does that is no call, jump or return. */
void value_execute(struct value_analysis *analysis, struct value_state *state);

/* A value is put where an address leads. */
void value_store(struct value_analysis *analysis, struct value_state *state, struct value address, unsigned bytes,
                 struct value value);

/* For scopes: the current instruction puts blocks where a pointer leads; it uses them; it reads its operands. */
void value_note_put(struct value_analysis *analysis, uint32_t bits);
void value_note_use(struct value_analysis *analysis, uint32_t bits);
void value_note_operands(struct value_analysis *analysis, const struct value_state *state);

#endif
