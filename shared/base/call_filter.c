/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Classic BPF as far as seccomp allows it. Steps only lead forward, so what is valid ends. Memory is read only where
 * all ways that lead there have written it. */
#include "shared/base/call_filter.h"

enum { WORDS_OF_MEMORY = 16, BITS = 32 };

/* Codes of steps: the constant (K) or the index register (X) is the operand. */
enum {
  LOAD_DATA = 0x20,
  LOAD_CONSTANT = 0x00,
  LOAD_MEMORY = 0x60,
  LOAD_BYTES = 0x80,
  INDEX_CONSTANT = 0x01,
  INDEX_MEMORY = 0x61,
  INDEX_BYTES = 0x81,
  STORE = 0x02,
  STORE_INDEX = 0x03,
  ADD = 0x04,
  SUBTRACT = 0x14,
  MULTIPLY = 0x24,
  DIVIDE = 0x34,
  OR = 0x44,
  AND = 0x54,
  LEFT = 0x64,
  RIGHT = 0x74,
  NEGATE = 0x84,
  XOR = 0xa4,
  JUMP = 0x05,
  IF_EQUAL = 0x15,
  IF_GREATER = 0x25,
  IF_GREATER_OR_EQUAL = 0x35,
  IF_ANY_BIT = 0x45,
  RETURN_CONSTANT = 0x06,
  RETURN = 0x16,
  TO_INDEX = 0x07,
  FROM_INDEX = 0x87,
  BY_INDEX = 0x08, /* added to an operation or a condition */
};

/* --- is it valid? --- */

static bool is_condition(uint16_t code)
{
  const uint16_t condition = code & (uint16_t)~BY_INDEX;
  return condition == IF_EQUAL || condition == IF_GREATER || condition == IF_GREATER_OR_EQUAL ||
         condition == IF_ANY_BIT;
}

static bool is_step_valid(const struct call_filter_step *step, size_t following)
{
  if (is_condition(step->code))
    return step->when_true < following && step->when_false < following;
  switch (step->code) {
  case LOAD_DATA:
    return step->operand < sizeof(struct call_filter_data) && step->operand % sizeof(uint32_t) == 0;
  case LOAD_MEMORY: case INDEX_MEMORY: case STORE: case STORE_INDEX:
    return step->operand < WORDS_OF_MEMORY;
  case DIVIDE:
    return step->operand != 0;
  case LEFT: case RIGHT:
    return step->operand < BITS;
  case JUMP:
    return step->operand < following;
  case LOAD_CONSTANT:
  case LOAD_BYTES:
  case INDEX_CONSTANT:
  case INDEX_BYTES:
  case NEGATE:
  case RETURN_CONSTANT:
  case RETURN:
  case TO_INDEX: case FROM_INDEX: case ADD: case SUBTRACT: case MULTIPLY: case OR: case AND: case XOR:
  case ADD | BY_INDEX: case SUBTRACT | BY_INDEX: case MULTIPLY | BY_INDEX: case DIVIDE | BY_INDEX: case OR | BY_INDEX:
  case AND | BY_INDEX: case XOR | BY_INDEX: case LEFT | BY_INDEX: case RIGHT | BY_INDEX:
    return true;
  default:
    return false;
  }
}

/* At each step: the words of memory that all ways to it have written. */
static bool is_memory_written(const struct call_filter_step *steps, size_t count)
{
  uint16_t written[CALL_FILTER_STEPS_MAX], now = 0;
  for (size_t i = 0; i < count; i++)
    written[i] = UINT16_MAX;
  for (size_t i = 0; i < count; i++) {
    const struct call_filter_step *const step = &steps[i];
    now &= written[i];
    if (step->code == STORE || step->code == STORE_INDEX) {
      now |= (uint16_t)(1u << step->operand);
    } else if (step->code == LOAD_MEMORY || step->code == INDEX_MEMORY) {
      if (!(now & 1u << step->operand))
        return false;
    } else if (step->code == JUMP) {
      written[i + 1 + step->operand] &= now;
      now = UINT16_MAX;
    } else if (is_condition(step->code)) {
      written[i + 1 + step->when_true] &= now;
      written[i + 1 + step->when_false] &= now;
      now = UINT16_MAX;
    }
  }
  return true;
}

bool call_filter_is_valid(const struct call_filter_step *steps, size_t count)
{
  if (count == 0 || count > CALL_FILTER_STEPS_MAX)
    return false;
  for (size_t i = 0; i < count; i++)
    if (!is_step_valid(&steps[i], count - i - 1))
      return false;
  const uint16_t last = steps[count - 1].code;
  return (last == RETURN_CONSTANT || last == RETURN) && is_memory_written(steps, count);
}

/* --- what does it say? --- */

struct state {
  uint32_t value, index, memory[WORDS_OF_MEMORY];
};

static bool is_met(uint16_t condition, uint32_t value, uint32_t operand)
{
  switch (condition) {
  case IF_EQUAL:
    return value == operand;
  case IF_GREATER:
    return value > operand;
  case IF_GREATER_OR_EQUAL:
    return value >= operand;
  default:
    return (value & operand) != 0;
  }
}

/* A division by zero ends the filter. */
static uint32_t compute(uint16_t operation, uint32_t value, uint32_t operand)
{
  switch (operation) {
  case ADD:
    return value + operand;
  case SUBTRACT:
    return value - operand;
  case MULTIPLY:
    return value * operand;
  case DIVIDE:
    return value / operand;
  case OR:
    return value | operand;
  case AND:
    return value & operand;
  case XOR:
    return value ^ operand;
  case LEFT:
    return value << operand % BITS;
  default:
    return value >> operand % BITS;
  }
}

static void move_value(struct state *state, const struct call_filter_step *step, const struct call_filter_data *data)
{
  switch (step->code) {
  case LOAD_DATA:
    state->value = ((const uint32_t *)(const void *)data)[step->operand / sizeof(uint32_t)];
    return;
  case LOAD_MEMORY:
    state->value = state->memory[step->operand];
    return;
  case INDEX_MEMORY:
    state->index = state->memory[step->operand];
    return;
  case STORE:
    state->memory[step->operand] = state->value;
    return;
  case STORE_INDEX:
    state->memory[step->operand] = state->index;
    return;
  case LOAD_CONSTANT:
    state->value = step->operand;
    return;
  case INDEX_CONSTANT:
    state->index = step->operand;
    return;
  case LOAD_BYTES:
    state->value = sizeof *data;
    return;
  case INDEX_BYTES:
    state->index = sizeof *data;
    return;
  case TO_INDEX:
    state->index = state->value;
    return;
  case FROM_INDEX:
    state->value = state->index;
    return;
  default: /* NEGATE */
    state->value = -state->value;
  }
}

uint32_t call_filter_run(const struct call_filter_step *steps, size_t count, const struct call_filter_data *data)
{
  enum { CLASS = 7, OPERATION = 4 };
  struct state state = {0};
  for (size_t i = 0; i < count; i++) {
    const struct call_filter_step *const step = &steps[i];
    const uint16_t plain = step->code & (uint16_t)~BY_INDEX;
    const uint32_t operand = step->code & BY_INDEX ? state.index : step->operand;
    if (step->code == RETURN_CONSTANT || step->code == RETURN)
      return step->code == RETURN ? state.value : step->operand;
    if (step->code == JUMP)
      i += step->operand;
    else if (is_condition(step->code))
      i += is_met(plain, state.value, operand) ? step->when_true : step->when_false;
    else if ((step->code & CLASS) != OPERATION || step->code == NEGATE)
      move_value(&state, step, data);
    else if (plain == DIVIDE && operand == 0)
      return CALL_FILTER_KILL_THREAD;
    else
      state.value = compute(plain, state.value, operand);
  }
  return CALL_FILTER_KILL_PROCESS;
}

bool call_filter_outweighs(uint32_t answer, uint32_t other)
{
  return (int32_t)(answer & CALL_FILTER_ACTION) < (int32_t)(other & CALL_FILTER_ACTION);
}

/* --- for the kernel --- */

void call_filter_guard(uint64_t start, uint64_t end, struct call_filter_step ret[CALL_FILTER_GUARD_STEPS])
{
  enum { LOW = offsetof(struct call_filter_data, instruction), HIGH = LOW + 4 };
  const struct call_filter_step steps[CALL_FILTER_GUARD_STEPS] = {
    {LOAD_DATA, 0, 0, HIGH}, {IF_EQUAL, 0, 4, (uint32_t)(start >> 32)},
    {LOAD_DATA, 0, 0, LOW}, {IF_GREATER_OR_EQUAL, 0, 2, (uint32_t)start}, {IF_GREATER_OR_EQUAL, 1, 0, (uint32_t)end},
    {RETURN_CONSTANT, 0, 0, CALL_FILTER_ALLOW},
    {LOAD_CONSTANT, 0, 0, 0}, /* with which a filter begins */
  };
  for (size_t i = 0; i < CALL_FILTER_GUARD_STEPS; i++)
    ret[i] = steps[i];
}
