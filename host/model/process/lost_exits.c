/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/model/process/lost_exits.h"

#include <string.h>

#include "host/model/process/model.h"

enum { RAX = 0, RDX = 1 };
#define REGISTER(number) (UINT64_C(1) << (number))
#define RESULTS          (REGISTER(RAX) | REGISTER(RDX))

struct error *lost_exits_take(struct process *process, const struct record_lost *lost, struct lost_exits *ret)
{
  *ret = (struct lost_exits){0};
  if (lost->exit_stack_ids.count != lost->exit_registers.count)
    return error_format("its lists differ in length");
  for (size_t i = 0; i < lost->exit_stack_ids.count && i < LOST_EXITS_MAX; i++) {
    struct stack *stack;
    struct error *error = process_stack(process, lost->exit_stack_ids.items[i], &stack);
    if (error)
      return error;
    ret->stacks[i] = stack;
    ret->registers[i] = lost->exit_registers.items[i];
    ret->count++;
  }
  return NULL;
}

/* --- results --- */

static const char *function_of(const struct code *code)
{
  const struct frame *frame = &code->frames[code->frame_count - 1];
  return frame->function_linkage ? frame->function_linkage : frame->function;
}

static struct symbols_call call_at(struct process *process, const struct code *code)
{
  struct symbols_call call = {0};
  if (code->mapping)
    symbols_call(process->symbols, &code->mapping->file, code_offset(code), code->frame_count - 1, &call);
  return call;
}

/* What the function in `code` made of the result of the call through which the block was allocated: did it return
 * it? */
static bool returns_block(struct process *process, const struct stack *allocated, const struct code *code)
{
  const char *function = function_of(code);
  for (size_t i = 0; function && allocated && i < allocated->count; i++) {
    const char *name = function_of(allocated->codes[i]);
    if (!name || strcmp(name, function) != 0)
      continue;
    const struct symbols_call call = call_at(process, allocated->codes[i]);
    return call.is_known && call.is_returned;
  }
  return false;
}

/* Of a pointer that was in no memory, a function that is not known can only have passed on what it was given. */
static uint64_t result_registers(struct process *process, const struct stack *left, const struct stack *allocated,
                                 enum record_lost_cause cause)
{
  static const uint64_t registers[] = {
    [SYMBOLS_RESULT_NONE] = 0,
    [SYMBOLS_RESULT_WORD] = REGISTER(RAX),
    [SYMBOLS_RESULT_TWO_WORDS] = RESULTS,
  };
  const enum symbols_result result = (enum symbols_result)call_at(process, left->codes[0]).result;
  if (result != SYMBOLS_RESULT_UNKNOWN)
    return registers[result];
  const bool is_result = cause == RECORD_LOST_NEVER_STORED || returns_block(process, allocated, left->codes[0]);
  return is_result ? REGISTER(RAX) : 0;
}

/* --- who dropped it --- */

static bool is_same_function(const struct code *a, const struct code *b)
{
  const char *x = function_of(a), *y = function_of(b);
  return x && y && strcmp(x, y) == 0;
}

static bool is_own_code(const struct code *code)
{
  for (size_t i = 0; i < code->frame_count; i++)
    if (frame_is_own(&code->frames[i]))
      return true;
  return false;
}

/* Of a function that had it in a register all the time one does not know whether it needed it still, so a word that was
 * a variable says more. */
static enum lost_drop_kind kind_of(const struct lost_drop *drop, bool are_results, const struct lost_blocks *lost)
{
  const enum lost_place_kind place = lost->event_count > 0 ? lost->events->place.kind : LOST_IN_MEMORY;
  if (!drop->got || !is_own_code(drop->got->codes[1]))
    return LOST_DROP_NONE;
  if (are_results)
    return LOST_DROP_RESULT;
  const bool is_unnamed =
    lost->cause == RECORD_LOST_NEVER_STORED || (lost->cause == RECORD_LOST_FRAME_LEFT && place == LOST_ON_STACK);
  return is_unnamed ? LOST_DROP_REGISTER : LOST_DROP_NONE;
}

struct lost_drop lost_exits_judge(struct process *process, const struct lost_exits *exits,
                                  const struct stack *allocated, const struct lost_blocks *lost)
{
  struct lost_drop drop = {0};
  bool are_results = true;
  for (size_t i = exits->count; i-- > 0 && !drop.left;) {
    const struct stack *stack = exits->stacks[i];
    if (!stack || stack->count < 2)
      return (struct lost_drop){0};
    const uint64_t results = exits->registers[i] & result_registers(process, stack, allocated, lost->cause);
    const uint64_t kept = exits->registers[i] & ~RESULTS;
    if (results == 0 && kept == 0) {
      drop.left = stack;
      drop.exits_later = i;
    } else {
      drop.registers = drop.got ? drop.registers : results | kept;
      drop.got = stack;
      are_results &= results != 0;
    }
  }
  drop.has_returned = drop.left != NULL;
  if (drop.left && drop.got && !is_same_function(drop.left->codes[0], drop.got->codes[1]))
    drop.left = NULL;
  drop.kind = kind_of(&drop, are_results, lost);
  return drop;
}
