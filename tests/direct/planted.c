/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Calls within one file of the translator are not wrapped, so what is called from others is chosen. */
#include "direct/planted.h"

#include <stdio.h>
#include <string.h>

#include "memcheck/pure/direct/state.h"
#include "memcheck/pure/direct/translate_private.h"

enum planted {
  NONE,
#define PLANTED(name, what) name,
#include "direct/planted.def"
#undef PLANTED
};

static const struct {
  enum planted planted;
  const char *name, *what;
} all[] = {
#define PLANTED(name, what) {name, #name, what},
#include "direct/planted.def"
#undef PLANTED
};

static enum planted now;
static bool was_made;
extern struct direct_state direct_state;

bool planted_choose(const char *name)
{
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
    if (strcmp(all[i].name, name) == 0)
      now = all[i].planted;
  return now != NONE;
}

bool planted_was_made(void)
{
  return was_made;
}

void planted_list(void)
{
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
    printf("%s: %s\n", all[i].name, all[i].what);
}

static bool is(enum planted planted)
{
  was_made |= now == planted;
  return now == planted;
}

#define WRAPPED(type, name, ...)       \
  type __real_##name(__VA_ARGS__);     \
  type __wrap_##name(__VA_ARGS__);     \
  type __wrap_##name(__VA_ARGS__)

WRAPPED(void, emit_compare_v, struct direct_code *code, const struct direct_memory *memory, int32_t offset,
        unsigned bytes)
{
  const unsigned looked_at = is(check_half) && bytes > 1 ? bytes / 2 : bytes;
  __real_emit_compare_v(code, memory, offset + is(check_elsewhere), looked_at);
}

WRAPPED(void, emit_load_v, struct direct_code *code, unsigned reg, const struct direct_memory *memory, int32_t offset,
        unsigned bytes)
{
  const unsigned looked_at = is(check_half) && bytes > 1 ? bytes / 2 : bytes;
  __real_emit_load_v(code, reg, memory, offset + is(check_elsewhere), looked_at);
}

WRAPPED(void, v_checks_before_load, struct direct_translation *translation, const struct direct_memory *memory,
        unsigned bytes)
{
  if (!is(no_load_check))
    __real_v_checks_before_load(translation, memory, bytes);
}

WRAPPED(void, v_checks_before, struct direct_translation *translation, const struct direct_instruction *instruction)
{
  if (instruction->memory.is_read || !is(no_store_check))
    __real_v_checks_before(translation, instruction);
}

WRAPPED(void, v_checks_forget_registers, struct direct_translation *translation, uint32_t written)
{
  if (!is(known_for_ever))
    __real_v_checks_forget_registers(translation, written);
}

WRAPPED(void, v_checks_forget_all, struct direct_translation *translation)
{
  if (!is(known_beyond_stack))
    __real_v_checks_forget_all(translation);
}

WRAPPED(bool, direct_plan_make, const struct direct_guest *guest, uint64_t address, struct direct_plan *ret)
{
  const bool is_made = __real_direct_plan_make(guest, address, ret);
  for (unsigned i = 0; i < ret->count && is(flags_lost); i++)
    ret->steps[i].live_flags = 0;
  return is_made;
}

WRAPPED(bool, direct_translate, const struct direct_guest *guest, uint64_t address, struct direct_code *code,
        struct direct_code *cold, struct direct_block *ret)
{
  const bool is_made = __real_direct_translate(guest, address, code, cold, ret);
  if (is(flags_not_loaded))
    ret->needs_flags = false;
  for (unsigned i = 0; i < ret->marks && is(nothing_borrowed); i++)
    ret->mark[i].borrowed = DIRECT_BORROWS_NOTHING;
  for (unsigned i = 0; i < ret->steps && is(pending_on_fault); i++)
    ret->pending[i] = 0;
  return is_made;
}

WRAPPED(void, translation_give_rcx_back, struct direct_translation *translation)
{
  if (is(not_given_back))
    translation_set_borrowed(translation, DIRECT_BORROWS_NOTHING);
  else
    __real_translation_give_rcx_back(translation);
}

WRAPPED(void, translation_leave, struct direct_translation *translation, uint8_t *distance)
{
  __real_translation_leave(translation, distance);
  struct leave *leave = &translation->leaves[translation->leave_count - 1];
  if (is(wrong_step))
    leave->step = 0;
  if (is(pending_on_leaving))
    leave->pending = 0;
}

WRAPPED(void, stack_code_settle_for, struct direct_translation *translation,
        const struct direct_instruction *instruction)
{
  if (!is(given_up_seen))
    __real_stack_code_settle_for(translation, instruction);
}

WRAPPED(void, stack_code_settle, struct direct_translation *translation)
{
  if (!is(given_up_at_request))
    __real_stack_code_settle(translation);
}

WRAPPED(void, fill_given_up, struct direct_translation *translation, int32_t bytes)
{
  if (!is(not_given_up))
    __real_fill_given_up(translation, bytes);
}

WRAPPED(void, fill_by_words, struct direct_translation *translation, int32_t start, int32_t bytes)
{
  if (!is(redzone_kept))
    __real_fill_by_words(translation, start, bytes);
}

WRAPPED(void, bounds_check, struct direct_translation *translation)
{
  if (!is(no_bounds))
    __real_bounds_check(translation);
}

/* Without the lowest bit. */
WRAPPED(void, emit_test_u32, struct direct_code *code, direct_slot slot, uint32_t mask)
{
  __real_emit_test_u32(code, slot, is(wrong_register) ? mask & (mask - 1) : mask);
}

WRAPPED(void, emit_decrement_u32, struct direct_code *code, direct_slot slot)
{
  if (!is(no_turns))
    __real_emit_decrement_u32(code, slot);
}

WRAPPED(void, emit_copy, struct direct_code *code, const uint8_t *bytes, const struct direct_instruction *instruction)
{
  const bool is_tried = code->end - code->start <= DIRECT_INSTRUCTION_BYTES_MAX; /* by plan.c */
  struct direct_instruction other = *instruction;
  if (instruction->memory.base == DIRECT_RIP && !is_tried)
    other.memory.displacement += is(wrong_displacement);
  __real_emit_copy(code, bytes, &other);
}

WRAPPED(void, emit_lea, struct direct_code *code, unsigned reg, const struct direct_memory *memory)
{
  struct direct_memory other = *memory;
  if (memory->bytes != 0)
    other.displacement += is(store_address);
  __real_emit_lea(code, reg, &other);
}

WRAPPED(void, routines_begin, void)
{
  __real_routines_begin();
  for (unsigned i = DIRECT_STORE_SIZES - 1; i > 0 && is(store_size); i--)
    direct_state.make_defined[i] = direct_state.make_defined[i - 1];
}

WRAPPED(void, jumps_branch, struct direct_translation *translation, const struct direct_step *step)
{
  struct direct_step other = *step;
  other.instruction.condition ^= is(wrong_branch);
  __real_jumps_branch(translation, &other);
}

WRAPPED(void, jumps_emit_exits, struct direct_translation *translation)
{
  for (unsigned i = 0; i < translation->block->exits && is(known_at_exits); i++)
    translation->block->exit[i].known = ~0u;
  __real_jumps_emit_exits(translation);
}
