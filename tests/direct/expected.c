/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A load of undefined or unaddressable bytes leaves, as does a store to unaddressable ones. Stores clear V bits.
 * What the stack gives up is undefined beyond the red zone, and in it behind calls and returns. */
#include "direct/expected.h"

#include <string.h>

#include "memcheck/pure/base/redzone.h"
#include "memcheck/pure/direct/state.h"
#include "memcheck/pure/engine/undefined_registers.h"
#include "memcheck/pure/shadow/shadow.h"

enum { WORD = 8 };

uint64_t expected_registers(const struct direct_instruction *is, const uint8_t *code)
{
  static const uint8_t request[] = {COPIED_REQUEST};
  const bool is_request = is->bytes == sizeof request && memcmp(code, request, sizeof request) == 0;
  const uint32_t used = is->registers_read | is->registers_written | 1u << DIRECT_RSP |
                        (uint32_t)is_request << DIRECT_RAX;
  uint64_t bits = undefined_registers_touched(offsetof(VexGuestAMD64State, guest_CC_DEP1), 16);
  const size_t generals = offsetof(VexGuestAMD64State, guest_RAX), vectors = offsetof(VexGuestAMD64State, guest_YMM0);
  for (unsigned i = 0; i < GENERALS; i++)
    if (used >> i & 1)
      bits |= undefined_registers_touched((int)(generals + WORD * i), WORD);
  for (unsigned i = 0; i < VECTORS; i++)
    if (used >> (DIRECT_FIRST_VECTOR + i) & 1)
      bits |= undefined_registers_touched((int)(vectors + VECTOR_BYTES * i), VECTOR_BYTES);
  return bits;
}

uint64_t expected_operand(const struct direct_instruction *is, const struct machine_place *at, uint64_t fs_base)
{
  const struct direct_memory *memory = &is->memory;
  uint64_t address = (uint64_t)(int64_t)memory->displacement;
  if (memory->base == DIRECT_RIP)
    address += at->address + is->bytes;
  else if (memory->base != DIRECT_NO_REGISTER)
    address += at->state.general[memory->base];
  if (memory->index != DIRECT_NO_REGISTER)
    address += at->state.general[memory->index] * memory->scale;
  return address + (memory->is_fs ? fs_base : 0);
}

static bool is_undefined(const struct shadows *shadows, uint64_t address, unsigned bytes)
{
  for (unsigned i = 0; i < bytes; i++)
    if (shadows_v(shadows, address + i) != SHADOW_DEFINED)
      return true;
  return false;
}

static bool is_addressable(const struct shadows *shadows, uint64_t address, unsigned bytes)
{
  for (unsigned i = 0; i < bytes; i++)
    if (!shadows_a(shadows, address + i))
      return false;
  return true;
}

/* Of the stack, that much is taken to be addressable. */
static bool is_in_frame(const struct direct_memory *memory)
{
  return memory->base == DIRECT_RSP && memory->index == DIRECT_NO_REGISTER && !memory->is_fs &&
         memory->displacement >= -REDZONE_BYTES && memory->displacement + memory->bytes <= DIRECT_FRAME_BYTES;
}

/* A plain store. */
static enum expected before_store(const struct shadows *shadows, const struct direct_instruction *is, uint64_t address)
{
  const unsigned bytes = is->memory.bytes;
  if (is_in_frame(&is->memory))
    return GOES_ON;
  if (!is_addressable(shadows, address, bytes))
    return LEAVES;
  const bool is_stack = address - MACHINE_STACK < MACHINE_STACK_BYTES; /* its A bits may be those of some time ago */
  return (is->memory.is_fs || is_stack) && is_undefined(shadows, address, bytes) ? MAY_LEAVE : GOES_ON;
}

/* Moves of the stack pointer by an unknown distance are direct if they go up a little; less of it with another register
 * than the frame pointer. */
static bool is_usual_move(const struct direct_instruction *is, const struct machine_place *at, uint64_t to,
                          const struct copied_settings *settings)
{
  enum { FAR = 512 << 10, NEAR = 2 << 10 };
  const uint64_t distance = to - at->state.general[DIRECT_RSP];
  const bool is_by_frame = is->kind == DIRECT_LEAVE || (is->kind == DIRECT_STACK_SET && is->memory.base == DIRECT_RBP);
  return distance % WORD == 0 && distance < (is_by_frame ? FAR : NEAR) && to <= settings->highest_sp;
}

/* Where the stack pointer goes up, and the word at its place is read. */
static bool pops(const struct direct_instruction *is)
{
  return is->kind == DIRECT_POP || is->kind == DIRECT_RETURN || is->kind == DIRECT_RETURN_OVER;
}

static bool pushes(const struct direct_instruction *is)
{
  return is->kind == DIRECT_PUSH || is->kind == DIRECT_CALL || is->kind == DIRECT_CALL_INDIRECT;
}

static bool moves_unusually(const struct direct_instruction *is, const struct machine_place *at,
                            uint64_t sp_after, const struct copied_settings *settings)
{
  if (is->kind == DIRECT_LEAVE)
    return !is_usual_move(is, at, at->state.general[DIRECT_RBP], settings);
  if (is->kind == DIRECT_STACK_LOAD)
    return !is_usual_move(is, at, sp_after, settings);
  return is->kind == DIRECT_STACK_SET && !is_usual_move(is, at, expected_operand(is, at, 0), settings);
}

unsigned expected_store(const struct direct_instruction *is, const struct machine_place *at, uint64_t fs_base,
                        uint64_t *ret_address)
{
  if (pushes(is)) {
    *ret_address = at->state.general[DIRECT_RSP] - WORD;
    return WORD;
  }
  *ret_address = expected_operand(is, at, fs_base);
  return is->memory.is_written ? is->memory.bytes : 0;
}

unsigned expected_load(const struct direct_instruction *is, const struct machine_place *at, uint64_t fs_base,
                       uint64_t *ret_address)
{
  *ret_address = expected_operand(is, at, fs_base);
  if (is->memory.bytes)
    return is->memory.is_read ? is->memory.bytes : 0;
  *ret_address = at->state.general[is->kind == DIRECT_LEAVE ? DIRECT_RBP : DIRECT_RSP];
  return pops(is) || is->kind == DIRECT_LEAVE ? WORD : 0;
}

enum expected expected_before(const struct shadows *shadows, const struct direct_instruction *is,
                              const struct machine_place *at, uint64_t sp_after, const struct copied_settings *settings)
{
  uint64_t address;
  const unsigned bytes = expected_load(is, at, settings->fs_base, &address);
  if (is_undefined(shadows, address, bytes) || moves_unusually(is, at, sp_after, settings))
    return LEAVES;
  const bool is_store = is->memory.is_written && !is->memory.is_read;
  return is_store ? before_store(shadows, is, expected_operand(is, at, settings->fs_base)) : GOES_ON;
}

static void move_stack(struct shadows *shadows, const struct direct_instruction *is, uint64_t from, uint64_t to)
{
  const bool forgets_all = is->kind == DIRECT_CALL || is->kind == DIRECT_CALL_INDIRECT || is->kind == DIRECT_RETURN ||
                           is->kind == DIRECT_RETURN_OVER;
  if (to < from)
    shadows_set_a(shadows, to - REDZONE_BYTES, from - to, true);
  if (to > from)
    shadows_set_a(shadows, from - REDZONE_BYTES, to - from, false);
  if (to > from)
    shadows_set_v(shadows, from - REDZONE_BYTES, to - from, SHADOW_UNDEFINED);
  if (forgets_all)
    shadows_set_v(shadows, to - REDZONE_BYTES, REDZONE_BYTES, SHADOW_UNDEFINED);
}

void expected_after(struct shadows *shadows, const struct direct_instruction *is, const struct machine_place *before,
                    const struct machine_place *after, uint64_t fs_base)
{
  uint64_t address;
  const unsigned bytes = expected_store(is, before, fs_base, &address);
  move_stack(shadows, is, before->state.general[DIRECT_RSP], after->state.general[DIRECT_RSP]);
  for (unsigned i = 0; i < bytes; i++)
    shadows_set_v(shadows, address + i, shadows_a(shadows, address + i), SHADOW_DEFINED);
}
