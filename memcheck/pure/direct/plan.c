/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Flags are live where some path reads them before all of them have been written. Behind the block a short look ahead
 * tells, along the jumps whose targets are known; where it ends without an answer, they are live. So they are at
 * returns and indirect jumps: code may well read what a function has left in them. */
#include "memcheck/pure/direct/plan.h"

enum { LOOK_AHEAD_MAX = 16, LOOK_AHEAD_DEPTH = 2 };

bool direct_ends_block(const struct direct_instruction *instruction)
{
  switch (instruction->kind) {
  case DIRECT_CALL:
  case DIRECT_CALL_INDIRECT:
  case DIRECT_RETURN:
  case DIRECT_RETURN_OVER:
  case DIRECT_JUMP:
  case DIRECT_JUMP_INDIRECT:
    return true;
  default:
    return false;
  }
}

/* Does the copy of an instruction say what it shall? A bit of REX that means nothing beside %rip may mean an index
 * then, and it is a byte longer. */
static bool is_copied_well(const uint8_t *bytes, const struct direct_instruction *instruction)
{
  uint8_t copy[DIRECT_INSTRUCTION_BYTES_MAX];
  struct direct_code code = {copy, copy, copy + sizeof copy, false};
  struct direct_instruction copied;
  emit_copy(&code, bytes, instruction);
  return !code.is_full && direct_decode(copy, (size_t)(code.at - copy), 0, &copied) && copied.bytes == code.at - copy &&
         copied.memory.base == DIRECT_NO_REGISTER && copied.memory.index == DIRECT_NO_REGISTER &&
         copied.memory.displacement == instruction->memory.displacement;
}

/* Where an operand relative to %rip is, if 31 bits can say that. */
static bool make_absolute(const uint8_t *bytes, struct direct_instruction *instruction, uint64_t address)
{
  if (instruction->memory.base != DIRECT_RIP)
    return true;
  const uint64_t place = address + instruction->bytes + (uint64_t)(int64_t)instruction->memory.displacement;
  instruction->memory.displacement = (int32_t)place;
  return place < INT32_MAX - 32 && is_copied_well(bytes, instruction);
}

/* For checks, %rcx takes the place of the segment. */
static bool can_take_segment_off(const struct direct_memory *memory)
{
  return memory->bytes <= 8 && memory->base != DIRECT_RCX && memory->index != DIRECT_RCX &&
         memory->base != DIRECT_RSP && memory->base != DIRECT_RIP;
}

/* Checks look at each eight bytes, and at what lies below the stack pointer. */
static bool is_within_reach(const struct direct_memory *memory)
{
  if (memory->is_fs && !can_take_segment_off(memory))
    return false;
  return memory->displacement < INT32_MAX - 4096 && memory->displacement > INT32_MIN + 4096;
}

/* Direct code keeps the stack pointer aligned, and far moves may be to another stack. */
static bool is_usual(const struct direct_instruction *instruction)
{
  enum { ALIGNMENT = 8, FAR = 1 << 20, COARSE = 4096 };
  switch (instruction->kind) {
  case DIRECT_STACK_ADD:
    return instruction->immediate % ALIGNMENT == 0 && instruction->immediate < FAR && instruction->immediate > -FAR;
  case DIRECT_RETURN_OVER:
    return instruction->immediate % ALIGNMENT == 0 && instruction->immediate >= 0 && instruction->immediate <= COARSE;
  case DIRECT_STACK_ALIGN:
    return instruction->immediate % ALIGNMENT == 0 && instruction->immediate >= -COARSE;
  default:
    return true;
  }
}

static bool decode_at(const struct direct_guest *guest, uint64_t address,
                      uint8_t code[static DIRECT_INSTRUCTION_BYTES_MAX], struct direct_instruction *ret)
{
  const size_t available = guest->read(guest->context, address, code);
  return direct_decode(code, available, address, ret) && make_absolute(code, ret, address) &&
         is_within_reach(&ret->memory) && is_usual(ret);
}

struct direct_memory direct_operand(const struct direct_instruction *instruction)
{
  struct direct_memory memory = instruction->memory;
  if (memory.base == DIRECT_RIP)
    memory.base = DIRECT_NO_REGISTER;
  return memory;
}

/* --- flags --- */

static uint16_t before(const struct direct_instruction *instruction, uint16_t live_after)
{
  return (uint16_t)((live_after & ~instruction->flags_written) | instruction->flags_read);
}

/* Those of the flags asked about that are read from there on before they are written, or of which that cannot be
 * seen. */
static uint16_t look_ahead(const struct direct_guest *guest, uint64_t address, uint16_t asked, unsigned depth)
{
  uint16_t live = 0;
  for (unsigned i = 0; i < LOOK_AHEAD_MAX && asked != 0; i++) {
    struct direct_instruction instruction;
    uint8_t code[DIRECT_INSTRUCTION_BYTES_MAX];
    if (!decode_at(guest, address, code, &instruction))
      break;
    live |= asked & instruction.flags_read;
    asked = (uint16_t)(asked & ~instruction.flags_read & ~instruction.flags_written);
    address += instruction.bytes;
    if (instruction.kind == DIRECT_BRANCH) {
      if (depth == 0)
        break;
      live |= look_ahead(guest, instruction.target, asked, depth - 1);
    } else if (instruction.kind == DIRECT_JUMP || instruction.kind == DIRECT_CALL) {
      address = instruction.target;
    } else if (direct_ends_block(&instruction)) {
      break;
    }
  }
  return live | asked;
}

static uint16_t live_at(const struct direct_guest *guest, uint64_t address)
{
  return look_ahead(guest, address, DIRECT_ALL_FLAGS, LOOK_AHEAD_DEPTH);
}

static uint16_t live_behind(const struct direct_guest *guest, const struct direct_plan *plan)
{
  const struct direct_instruction *last = &plan->steps[plan->count - 1].instruction;
  if (last->kind == DIRECT_JUMP || last->kind == DIRECT_CALL)
    return live_at(guest, last->target);
  return direct_ends_block(last) ? DIRECT_ALL_FLAGS : live_at(guest, plan->next);
}

uint64_t direct_exit_of(const struct direct_step *step)
{
  return step->loops ? step->address + step->instruction.bytes : step->instruction.target;
}

static void find_live_flags(const struct direct_guest *guest, struct direct_plan *plan)
{
  uint16_t live = live_behind(guest, plan);
  for (unsigned i = plan->count; i-- > 0;) {
    struct direct_step *step = &plan->steps[i];
    const struct direct_instruction *instruction = &step->instruction;
    if (instruction->kind == DIRECT_BRANCH) {
      const uint16_t at_target = live_at(guest, direct_exit_of(step));
      step->has_flags_at_target = at_target != 0;
      live |= at_target;
    }
    live = step->live_flags = before(instruction, live);
  }
}

/* --- where checks are made: where flags are dead, if possible --- */

/* May the check of an operand come before that step? */
static bool may_move_over(const struct direct_step *step, const struct direct_memory *memory)
{
  const struct direct_instruction *instruction = &step->instruction;
  return instruction->kind == DIRECT_PLAIN && step->request == DIRECT_NO_REQUEST && instruction->memory.bytes == 0 &&
         !direct_memory_uses(memory, instruction->registers_written);
}

static unsigned place_of_check(const struct direct_plan *plan, unsigned step)
{
  const struct direct_memory *memory = &plan->steps[step].instruction.memory;
  unsigned place = step;
  if (memory->bytes == 0 || plan->steps[step].instruction.kind != DIRECT_PLAIN)
    return step;
  while (plan->steps[place].live_flags != 0 && place > 0 && may_move_over(&plan->steps[place - 1], memory))
    place--;
  return plan->steps[place].live_flags == 0 ? place : step;
}

/* --- */

/* Loops that are a block are copied some times over. */
static bool loops(const struct direct_plan *plan, const struct direct_instruction *instruction)
{
  enum { COPIES_MAX = 6 };
  if ((instruction->kind != DIRECT_BRANCH && instruction->kind != DIRECT_JUMP) ||
      instruction->target != plan->steps[0].address)
    return false;
  unsigned copies = 0;
  for (unsigned i = 0; i + 1 < plan->count; i++)
    copies += plan->steps[i].loops;
  const unsigned body = plan->count / (copies + 1);
  return copies + 1 < COPIES_MAX && plan->count + body <= DIRECT_STEPS_MAX;
}

static bool take_step(const struct direct_guest *guest, uint64_t address, struct direct_step *ret)
{
  *ret = (struct direct_step){.address = address};
  if (!decode_at(guest, address, ret->bytes, &ret->instruction) ||
      !guest->may_copy(guest->context, address, ret->bytes, ret->instruction.bytes))
    return false;
  ret->request = guest->request_of(guest->context, ret->bytes, ret->instruction.bytes);
  return true;
}

/* The host foresees a return by its own call, so there must be one for each of the guest's. */
static bool is_call(const struct direct_step *step)
{
  return step->instruction.kind == DIRECT_CALL || step->instruction.kind == DIRECT_CALL_INDIRECT;
}

static void take_steps(const struct direct_guest *guest, uint64_t address, struct direct_plan *ret)
{
  ret->next = ret->end = address;
  while (ret->count < DIRECT_STEPS_MAX && take_step(guest, ret->next, &ret->steps[ret->count])) {
    struct direct_step *step = &ret->steps[ret->count];
    ret->is_before_call = ret->count > 0 && is_call(step);
    if (ret->is_before_call)
      break;
    ret->count++;
    ret->next += step->instruction.bytes;
    if (ret->next > ret->end)
      ret->end = ret->next;
    step->loops = loops(ret, &step->instruction);
    if (step->instruction.kind == DIRECT_BRANCH)
      ret->first_without_branch = ret->count;
    if (step->loops)
      ret->next = address;
    else if (direct_ends_block(&step->instruction))
      break;
  }
}

bool direct_plan_make(const struct direct_guest *guest, uint64_t address, struct direct_plan *ret)
{
  ret->count = ret->first_without_branch = 0;
  ret->is_before_call = false;
  take_steps(guest, address, ret);
  if (ret->count == 0)
    return false;
  ret->ends_in_return = ret->steps[ret->count - 1].instruction.kind == DIRECT_RETURN;
  find_live_flags(guest, ret);
  for (unsigned i = 0; i < ret->count; i++)
    ret->steps[i].check_at = place_of_check(ret, i);
  return true;
}
