/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A word of the frame has its own value as long as it is written at a known offset. What is written through a pointer
 * that may lead to several words goes into one set for all from an offset on. */
#include "host/symbols/elf/value_state.h"

#include <string.h>

const uint8_t value_argument_registers[VALUE_ARGUMENT_STACK] = {RDI, RSI, RDX, RCX, R8, R9};

enum { POINTERS_MAX = 4, STRUCTURE_MAX_BYTES = 4096, UNKNOWN_FRAME = -(1 << 16) };

void value_state_enter(struct value_state *state, bool is_inside)
{
  memset(state, 0, sizeof *state);
  for (unsigned i = 0; i < GENERAL_REGISTERS; i++)
    state->general[i] = OTHER_VALUE;
  for (unsigned i = 0; i < VALUE_ARGUMENT_STACK && !is_inside; i++)
    state->general[value_argument_registers[i]].bits = (uint32_t)FROM_ARGUMENT << i;
  state->general[RSP] = (struct value){FRAME_ADDRESS, is_inside ? 2 * UNKNOWN_FRAME : 0};
  if (is_inside)
    state->general[RBP] = (struct value){FRAME_ADDRESS, UNKNOWN_FRAME};
  state->wild_from = INT32_MAX;
}

/* --- values --- */

bool value_is_exact(struct value value)
{
  return value.bits && !(value.bits & ~BLOCK_EXACT);
}

/* Of a set of bits, each `from` becomes `to`. */
static uint32_t turned(uint32_t bits, uint32_t from, uint32_t to)
{
  return bits & from ? (bits & ~from) | to : bits;
}

struct value value_copied(struct value value)
{
  value.bits = turned(value.bits, BLOCK_DIRECT, BLOCK_MOVED) & ~(uint32_t)HOLDER_DIRECT;
  return value;
}

struct value value_derived(struct value value)
{
  value.bits = turned(value.bits, BLOCK_EXACT, BLOCK_PART) & ~(uint32_t)HOLDER_DIRECT;
  if (value.bits & FRAME_ADDRESS)
    value.bits |= FRAME_FROM;
  return value;
}

struct value value_moved_by(struct value value, int64_t bytes)
{
  bool is_near = bytes <= VALUE_DISTANCE_MAX && bytes >= -VALUE_DISTANCE_MAX;
  if (bytes == 0)
    return value_copied(value);
  uint32_t inexact = value.bits & FRAME_FROM;
  value = value_derived(value);
  if (!(value.bits & FRAME_ADDRESS) || value.offset == VALUE_ANYWHERE)
    return value;
  int64_t offset = value.offset + bytes;
  if (!is_near || offset > VALUE_DISTANCE_MAX || offset < -VALUE_DISTANCE_MAX)
    return (struct value){value.bits, VALUE_ANYWHERE};
  return (struct value){(value.bits & ~(uint32_t)FRAME_FROM) | inexact, (int32_t)offset};
}

/* Addresses rather than numbers. Arguments may be either. */
static bool is_address(struct value value)
{
  return value.bits & (BLOCKS | FRAME_ADDRESS | GLOBAL_ADDRESS);
}

struct value value_sum(struct value left, struct value right)
{
  if (is_address(left) != is_address(right))
    return value_derived(is_address(left) ? left : right);
  return value_union(value_derived(left), value_derived(right));
}

struct value value_union(struct value left, struct value right)
{
  struct value sum = {left.bits | right.bits, left.bits & FRAME_ADDRESS ? left.offset : right.offset};
  bool is_other = (left.bits & FRAME_ADDRESS) && (right.bits & FRAME_ADDRESS) && left.offset != right.offset;
  if (is_other && ((left.bits | right.bits) & FRAME_FROM)) {
    sum.offset = VALUE_ANYWHERE;
  } else if (is_other) {
    sum.bits |= FRAME_FROM;
    sum.offset = left.offset < right.offset ? left.offset : right.offset;
  }
  return sum;
}

/* --- slots --- */

static unsigned find_slot(const struct value_state *state, int32_t offset)
{
  unsigned i = 0;
  while (i < state->slot_count && state->slots[i].offset < offset)
    i++;
  return i;
}

/* What a word holds about which nothing was put down. */
static struct value unwritten(int32_t offset)
{
  return offset >= VALUE_WORD_BYTES
           ? (struct value){((uint32_t)FROM_ARGUMENT << VALUE_ARGUMENT_STACK) | VALUE_OTHER, 0} : OTHER_VALUE;
}

static struct value slot_value(const struct value_state *state, int32_t offset)
{
  unsigned i = find_slot(state, offset);
  return i < state->slot_count && state->slots[i].offset == offset ? state->slots[i].value : unwritten(offset);
}

static void put_wild(struct value_state *state, int32_t from, uint32_t bits)
{
  bits = turned(bits, BLOCK_EXACT, BLOCK_PART) & (BLOCKS | FROM_ARGUMENTS | HOLDERS);
  if (!bits)
    return;
  state->wild |= bits;
  state->wild_from = from < state->wild_from ? from : state->wild_from;
}

/* What does not fit is put in the set for all. */
static void put_slot(struct value_state *state, int32_t offset, struct value value)
{
  unsigned i = find_slot(state, offset);
  if (i < state->slot_count && state->slots[i].offset == offset) {
    state->slots[i].value = value;
    return;
  }
  if (value.bits == VALUE_OTHER && offset < VALUE_WORD_BYTES)
    return;
  if (state->slot_count == VALUE_SLOTS_MAX) {
    put_wild(state, offset, value.bits);
    return;
  }
  memmove(&state->slots[i + 1], &state->slots[i], (state->slot_count - i) * sizeof *state->slots);
  state->slots[i] = (struct value_slot){offset, value};
  state->slot_count++;
}

static void drop_slots(struct value_state *state, int64_t start, int64_t end)
{
  unsigned kept = 0;
  for (unsigned i = 0; i < state->slot_count; i++)
    if (state->slots[i].offset < start || state->slots[i].offset >= end)
      state->slots[kept++] = state->slots[i];
  memset(&state->slots[kept], 0, (state->slot_count - kept) * sizeof *state->slots);
  state->slot_count = kept;
}

/* --- memory --- */

uint32_t value_state_held(const struct value_state *state, uint32_t holders)
{
  uint32_t held = 0, before;
  do {
    before = held;
    for (unsigned i = 0; i < VALUE_HOLDERS; i++)
      held |= (holders | held) & HOLDER << i ? state->held[i] : 0;
  } while (held != before);
  return held;
}

void value_state_hold(struct value_state *state, uint32_t holders, uint32_t bits)
{
  for (unsigned i = 0; i < VALUE_HOLDERS; i++)
    state->held[i] |= holders & HOLDER << i ? bits : 0;
}

static struct value_global *find_global(struct value_state *state, uint64_t address)
{
  for (uint32_t i = 0; i < state->global_count; i++)
    if (state->globals[i].address == address)
      return &state->globals[i];
  return NULL;
}

uint32_t value_state_global(const struct value_state *state, uint64_t address)
{
  const struct value_global *global = find_global((struct value_state *)(uintptr_t)state, address);
  return global ? global->bits : 0;
}

void value_state_set_global(struct value_state *state, uint64_t address, uint32_t bits)
{
  struct value_global *global = find_global(state, address);
  bits &= BLOCKS;
  if (global)
    global->bits = bits;
  else if (bits && state->global_count < VALUE_GLOBALS_MAX)
    state->globals[state->global_count++] = (struct value_global){address, bits, 0};
}

static void join_globals(struct value_state *state, const struct value_state *from)
{
  for (uint32_t i = 0; i < from->global_count; i++)
    value_state_set_global(state, from->globals[i].address,
                           value_state_global(state, from->globals[i].address) | from->globals[i].bits);
}

static struct value read_frame(const struct value_state *state, struct value address)
{
  if (address.bits & FRAME_FROM)
    return (struct value){value_state_reached(state, address) | VALUE_OTHER, 0};
  struct value value = slot_value(state, address.offset);
  if (state->wild && address.offset >= state->wild_from)
    value.bits |= state->wild | VALUE_OTHER;
  return value;
}

struct value value_state_read(const struct value_state *state, struct value address, unsigned bytes)
{
  struct value value = OTHER_VALUE;
  if (bytes < VALUE_WORD_BYTES)
    return value;
  if (address.bits & FRAME_ADDRESS)
    value = read_frame(state, address);
  for (int32_t at = VALUE_WORD_BYTES; (address.bits & FRAME_ADDRESS) && at + VALUE_WORD_BYTES <= (int32_t)bytes;
       at += VALUE_WORD_BYTES)
    value = value_union(value, read_frame(state, value_moved_by(address, at)));
  uint32_t beyond = address.bits & (FROM_ARGUMENTS | BLOCK_MEMORIES);
  beyond |= (address.bits & HOLDERS) | value_state_held(state, address.bits);
  value.bits |= beyond ? beyond | VALUE_OTHER : 0;
  return value_copied(value);
}

/* What a word of the frame that a value leads to holds: a variable that a lambda has captured by reference. */
static uint32_t referred(const struct value_state *state, struct value value)
{
  bool is_word = (value.bits & FRAME_ADDRESS) && !(value.bits & FRAME_FROM);
  return is_word ? slot_value(state, value.offset).bits & (BLOCKS | FROM_ARGUMENTS | HOLDERS) : 0;
}

uint32_t value_state_reached(const struct value_state *state, struct value address)
{
  uint32_t reached = (address.bits & (BLOCKS | FROM_ARGUMENTS)) | value_state_held(state, address.bits);
  int64_t end = address.offset == VALUE_ANYWHERE ? INT64_MAX : (int64_t)address.offset + STRUCTURE_MAX_BYTES;
  if (!(address.bits & FRAME_ADDRESS))
    return reached;
  for (unsigned i = find_slot(state, address.offset); i < state->slot_count && state->slots[i].offset < end; i++)
    reached |= state->slots[i].value.bits | value_state_held(state, state->slots[i].value.bits) |
               referred(state, state->slots[i].value);
  reached |= state->wild_from < end ? state->wild : 0;
  return turned(reached, BLOCK_EXACT, BLOCK_PART) & (BLOCKS | FROM_ARGUMENTS | HOLDERS);
}

uint32_t value_state_pointers(const struct value_state *state, struct value address)
{
  uint32_t bits = address.offset >= state->wild_from ? state->wild : 0;
  bool goes_on = true;
  for (int32_t i = 0; i < POINTERS_MAX && goes_on; i++) {
    struct value value = slot_value(state, address.offset + i * VALUE_WORD_BYTES);
    bits |= value.bits | referred(state, value);
    goes_on = value.bits & (FRAME_ADDRESS | GLOBAL_ADDRESS);
  }
  return bits & (FROM_ARGUMENTS | HOLDERS);
}

void value_state_write(struct value_state *state, struct value address, unsigned bytes, struct value value)
{
  if (!(address.bits & FRAME_ADDRESS))
    return;
  if (address.bits & FRAME_FROM) {
    put_wild(state, address.offset, value.bits);
    return;
  }
  drop_slots(state, (int64_t)address.offset - VALUE_WORD_BYTES + 1, (int64_t)address.offset + bytes);
  if (bytes > VALUE_WORD_BYTES)
    value.bits |= VALUE_OTHER;
  for (unsigned at = 0; at + VALUE_WORD_BYTES <= bytes; at += VALUE_WORD_BYTES)
    put_slot(state, address.offset + (int32_t)at, value_copied(value));
}

void value_state_blur(struct value_state *state, struct value address)
{
  for (unsigned i = find_slot(state, address.offset); (address.bits & FRAME_ADDRESS) && i < state->slot_count; i++)
    state->slots[i].value.bits |= VALUE_OTHER;
}

/* --- the whole --- */

/* Paths that meet have the stack pointer at one place, whatever was made of it. */
static struct value join_general(unsigned number, struct value left, struct value right)
{
  bool is_frame = number == RSP && (left.bits & FRAME_ADDRESS);
  return is_frame ? left : value_union(left, right);
}

static void join_slots(struct value_state *state, const struct value_state *from)
{
  for (unsigned i = 0; i < state->slot_count; i++)
    state->slots[i].value = value_union(state->slots[i].value, slot_value(from, state->slots[i].offset));
  for (unsigned i = 0; i < from->slot_count; i++)
    put_slot(state, from->slots[i].offset,
             value_union(slot_value(state, from->slots[i].offset), from->slots[i].value));
}

bool value_state_join(struct value_state *state, const struct value_state *from)
{
  const struct value_state before = *state;
  for (unsigned i = 0; i < GENERAL_REGISTERS; i++)
    state->general[i] = join_general(i, state->general[i], from->general[i]);
  for (unsigned i = 0; i < VECTOR_REGISTERS; i++)
    state->vectors[i] |= from->vectors[i];
  join_slots(state, from);
  join_globals(state, from);
  state->wild |= from->wild;
  state->wild_from = from->wild_from < state->wild_from ? from->wild_from : state->wild_from;
  for (unsigned i = 0; i < VALUE_HOLDERS; i++)
    state->held[i] |= from->held[i];
  state->is_tested &= from->is_tested;
  return memcmp(&before, state, sizeof before) != 0;
}

static uint32_t without_result(uint32_t bits)
{
  return turned(bits, BLOCK_RESULT, VALUE_OTHER);
}

void value_state_drop_result(struct value_state *state)
{
  for (unsigned i = 0; i < GENERAL_REGISTERS; i++)
    state->general[i].bits = without_result(state->general[i].bits);
  for (unsigned i = 0; i < VECTOR_REGISTERS; i++)
    state->vectors[i] &= ~BLOCK_RESULT;
  for (unsigned i = 0; i < state->slot_count; i++)
    state->slots[i].value.bits = without_result(state->slots[i].value.bits);
  state->wild &= ~BLOCK_RESULT;
  for (uint32_t i = 0; i < state->global_count; i++)
    state->globals[i].bits &= ~BLOCK_RESULT;
  for (unsigned i = 0; i < VALUE_HOLDERS; i++)
    state->held[i] &= ~BLOCK_RESULT;
}
