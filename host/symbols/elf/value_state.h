/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What may be in the registers and in the frame of a function at one instruction: a block that a call gave it,
 * something that its caller gave it, or where such things are kept. All sets are of what may be, and only grow when
 * paths meet. */
#ifndef SEEP_HOST_SYMBOLS_ELF_VALUE_STATE_H
#define SEEP_HOST_SYMBOLS_ELF_VALUE_STATE_H

#include <stdbool.h>
#include <stdint.h>

/* What calls are passed: six registers, and the stack as if it was one. */
enum { VALUE_ARGUMENTS = 7, VALUE_ARGUMENT_STACK = VALUE_ARGUMENTS - 1 };

/* Bits of a value. Those of a block are about the call in question. */
enum {
  BLOCK_DIRECT = 1 << 0,         /* the very block, in the register that it was returned in */
  BLOCK_MOVED = 1 << 1,          /* the very block, put here from elsewhere */
  BLOCK_CHANCE = 1 << 2,         /* the very block, but it was here to be stored */
  BLOCK_PART = 1 << 3,           /* an address in the block, or something computed from it */
  BLOCK_SECOND = 1 << 4,         /* what the call returned in %rdx */
  BLOCK_MEMORY = 1 << 5,         /* what the call may have stored where argument 0 led to; argument 1 follows */
  FROM_ARGUMENT = 1 << 12,       /* argument 0 of the function, or what was read from where it leads; 1 follows */
  HOLDER_DIRECT = 1 << 19,       /* what another call has just returned; with one of HOLDERS */
  FRAME_ADDRESS = 1 << 21,       /* an address in the frame */
  FRAME_FROM = 1 << 22,          /* its offset is only the lowest possible */
  GLOBAL_ADDRESS = 1 << 23,
  VALUE_OTHER = 1 << 24,
};
/* What another call returned, or what was read from where that leads. Calls share a few bits. */
enum { VALUE_HOLDERS = 7 };
#define HOLDER ((uint32_t)1 << 25)
#define HOLDERS (((1U << VALUE_HOLDERS) - 1) * HOLDER)
#define BLOCK_EXACT (uint32_t)(BLOCK_DIRECT | BLOCK_MOVED | BLOCK_CHANCE)
#define BLOCK_RESULT (BLOCK_EXACT | BLOCK_PART)
#define BLOCK_MEMORIES (uint32_t)(((1 << VALUE_ARGUMENTS) - 1) * BLOCK_MEMORY)
#define BLOCKS (BLOCK_RESULT | BLOCK_SECOND | BLOCK_MEMORIES)
#define FROM_ARGUMENTS (uint32_t)(((1 << VALUE_ARGUMENTS) - 1) * FROM_ARGUMENT)

struct value {
  uint32_t bits;
  int32_t offset; /* FRAME_ADDRESS: from where the stack pointer was on entry */
};
#define OTHER_VALUE ((struct value){VALUE_OTHER, 0})

/* Numbers of general registers, as instructions have them. */
enum { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8, R9, R10, R11, GENERAL_REGISTERS = 16, VECTOR_REGISTERS = 32 };
extern const uint8_t value_argument_registers[VALUE_ARGUMENT_STACK];

enum { VALUE_GLOBALS_MAX = 4 };

/* A variable with a fixed address. */
struct value_global {
  uint64_t address; /* or below 0: in thread-local storage */
  uint32_t bits;    /* what was put there: blocks */
  uint32_t zero;    /* no padding: states are compared byte by byte */
};

enum { VALUE_WORD_BYTES = 8, VALUE_SLOTS_MAX = 48, VALUE_ANYWHERE = INT32_MIN / 2, VALUE_DISTANCE_MAX = 1 << 24 };

struct value_slot {
  int32_t offset;
  struct value value;
};

struct value_state {
  struct value general[GENERAL_REGISTERS];
  uint32_t vectors[VECTOR_REGISTERS];
  struct value_slot slots[VALUE_SLOTS_MAX]; /* words of the frame, ascending; others hold VALUE_OTHER, or what was
                                             * passed on the stack */
  uint32_t slot_count;
  uint32_t wild;     /* what was put anywhere in the frame from an offset on */
  int32_t wild_from;
  uint32_t held[VALUE_HOLDERS]; /* what was put where each leads */
  struct value_global globals[VALUE_GLOBALS_MAX];
  uint32_t global_count;
  uint32_t is_tested; /* the zero flag tells whether the very block is NULL */
};

/* On entry, or with `is_inside` somewhere in a function of which nothing is known. */
void value_state_enter(struct value_state *state, bool is_inside);

/* Add what another path brings; did that change anything? */
bool value_state_join(struct value_state *state, const struct value_state *from);

/* The block turns out to be NULL. */
void value_state_drop_result(struct value_state *state);

/* --- values --- */

/* The very block, and nothing else? */
bool value_is_exact(struct value value);

/* When put elsewhere. */
struct value value_copied(struct value value);

/* An unknown or known distance away from it. */
struct value value_moved_by(struct value value, int64_t bytes);
struct value value_derived(struct value value);

/* The sum of two, of which one may be an index. */
struct value value_sum(struct value left, struct value right);

/* Whatever is in one of them: of two ways to one place. */
struct value value_union(struct value left, struct value right);

/* --- memory --- */

/* What is held by those that are in a set, and by those that they hold. */
uint32_t value_state_held(const struct value_state *state, uint32_t holders);
void value_state_hold(struct value_state *state, uint32_t holders, uint32_t bits);

/* Blocks that were put in a variable; beyond a number of variables they are forgotten. */
uint32_t value_state_global(const struct value_state *state, uint64_t address);
void value_state_set_global(struct value_state *state, uint64_t address, uint32_t bits);

/* What is read from an address. */
struct value value_state_read(const struct value_state *state, struct value address, unsigned bytes);

/* All that may be read from a place on: of blocks and arguments. */
uint32_t value_state_reached(const struct value_state *state, struct value address);

/* What the first word of an object in the frame leads to, also by a word of the frame: arguments and holders. What lies
 * after it may be another variable, unless it leads to functions or to the frame itself. */
uint32_t value_state_pointers(const struct value_state *state, struct value address);

/* Put a value at an address in the frame. */
void value_state_write(struct value_state *state, struct value address, unsigned bytes, struct value value);

/* Something unknown may have been put in the frame from here on. */
void value_state_blur(struct value_state *state, struct value address);

#endif
