/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What an instruction does to the stack pointer and to the flow of control. The stack pointer may change only in ways
 * whose effect on the stack's shadow is known before the instruction runs; all others are refused. */
#include "memcheck/pure/direct/decode_private.h"

enum { STACK_POINTER = 1 << DIRECT_RSP, FRAME_POINTER = 1 << DIRECT_RBP };

static bool set_stack_add(struct direct_instruction *ret, int64_t added)
{
  ret->kind = DIRECT_STACK_ADD;
  ret->immediate = added;
  return true;
}

static bool set_stack_align(struct direct_instruction *ret)
{
  ret->kind = DIRECT_STACK_ALIGN;
  return ret->immediate < 0;
}

static bool set_stack(struct direct_instruction *ret, uint8_t base)
{
  ret->kind = DIRECT_STACK_SET;
  ret->memory.base = base;
  return base < DIRECT_RIP && base != DIRECT_RSP;
}

static bool stack_move_by_move(const struct direct_parts *parts, struct direct_instruction *ret)
{
  const bool is_store = parts->line->rm >> DIRECT_WIDTH_BITS & DIRECT_WRITES;
  if (!parts->is_memory)
    return set_stack(ret, is_store ? parts->reg : parts->rm);
  ret->kind = DIRECT_STACK_LOAD;
  return true;
}

static bool stack_move_by_address(struct direct_instruction *ret)
{
  const struct direct_memory *memory = &ret->memory;
  if (memory->index != DIRECT_NO_REGISTER)
    return false;
  return memory->base == DIRECT_RSP ? set_stack_add(ret, memory->displacement) : set_stack(ret, memory->base);
}

/* Of an instruction that writes the stack pointer as its operand. */
static bool stack_move(const struct direct_parts *parts, struct direct_instruction *ret)
{
  if (direct_general_bytes(parts, GV) != 8)
    return false;
  switch (parts->line->attributes & DIRECT_STACK_MOVES) {
  case STACK_ADD:
    return set_stack_add(ret, ret->immediate);
  case STACK_SUB:
    return set_stack_add(ret, -ret->immediate);
  case STACK_AND:
    return set_stack_align(ret);
  case STACK_MOVE:
    return stack_move_by_move(parts, ret);
  case STACK_LEA:
    return stack_move_by_address(ret);
  default:
    return false;
  }
}

static void set_stack_use(struct direct_instruction *ret)
{
  if (ret->kind == DIRECT_LEAVE) {
    ret->registers_read |= FRAME_POINTER;
    ret->registers_written |= FRAME_POINTER | STACK_POINTER;
  } else if (ret->kind == DIRECT_PUSH || ret->kind == DIRECT_POP || ret->kind == DIRECT_CALL ||
             ret->kind == DIRECT_CALL_INDIRECT || ret->kind == DIRECT_RETURN || ret->kind == DIRECT_RETURN_OVER) {
    ret->registers_read |= STACK_POINTER;
    ret->registers_written |= STACK_POINTER;
  }
}

static void set_target(const struct direct_parts *parts, uint64_t address, struct direct_instruction *ret)
{
  if (ret->kind == DIRECT_CALL || ret->kind == DIRECT_JUMP || ret->kind == DIRECT_BRANCH)
    ret->target = address + ret->bytes + (uint64_t)ret->immediate;
  if (ret->kind == DIRECT_BRANCH)
    ret->condition = parts->opcode & 15;
  if ((ret->kind == DIRECT_CALL_INDIRECT || ret->kind == DIRECT_JUMP_INDIRECT) && !parts->is_memory)
    ret->memory.base = parts->rm;
}

bool direct_kind_of(const struct direct_parts *parts, uint64_t address, struct direct_instruction *ret)
{
  ret->kind = parts->line->kind;
  if (ret->registers_written & STACK_POINTER)
    return ret->kind == DIRECT_PLAIN && stack_move(parts, ret);
  set_stack_use(ret);
  set_target(parts, address, ret);
  return true;
}
