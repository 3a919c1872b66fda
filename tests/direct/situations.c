/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Around the operand, V bits are set, so that a check of a byte too many is noticed. Behind the instruction is
 * nothing, for flags that live, or one that writes all flags. */
#include "direct/situations.h"

#include <string.h>

#include "direct/expected.h"
#include "memcheck/pure/base/redzone.h"
#include "memcheck/pure/direct/state.h"
#include "memcheck/pure/engine/undefined_registers.h"
#include "memcheck/pure/shadow/shadow.h"

#define MIDDLE_OF_DATA (MACHINE_DATA + MACHINE_PAGE / 2)
#define ASTRAY UINT64_C(0x5a5a00000000)
#define MIDDLE_OF_STACK (MACHINE_STACK + MACHINE_STACK_BYTES / 2)
enum { WORD = 8, NEAR = 100, ONE_IN = 64 };

static const uint8_t writes_flags[] = {0x48, 0x85, 0xe4, SITUATION_NOTHING}; /* test %rsp, %rsp */

static struct {
  struct memory memory;
  struct shadows shadows;
} usual;

/* --- memory and its shadow --- */

static void put_word(struct memory *memory, uint64_t address, uint64_t value)
{
  if (address - MACHINE_DATA <= MACHINE_PAGE - WORD)
    memcpy(memory->data + (address - MACHINE_DATA), &value, WORD);
  if (address - MACHINE_STACK <= MACHINE_STACK_BYTES - WORD)
    memcpy(memory->stack + (address - MACHINE_STACK), &value, WORD);
}

static uint64_t any_page(void)
{
  return any(4) ? MACHINE_CODE : MACHINE_FAR_CODE;
}

/* All may be returned to, to code as often as not. */
static void fill_stack(struct memory *memory)
{
  for (uint64_t place = MACHINE_STACK; place < MACHINE_STACK + MACHINE_STACK_BYTES; place += WORD)
    put_word(memory, place, any(2) ? SITUATION_LANDING(any_page()) : ASTRAY + any(1 << 30));
}

static void fill_shadows(struct shadows *shadows)
{
  memset(shadows, SHADOW_UNDEFINED, sizeof *shadows);
  shadows_set_a(shadows, MACHINE_DATA, MACHINE_PAGE, true);
  shadows_set_v(shadows, MACHINE_DATA, MACHINE_PAGE, SHADOW_DEFINED);
  shadows_set_a(shadows, MACHINE_ALIAS, MACHINE_PAGE, true);
  shadows_set_v(shadows, MACHINE_ALIAS, MACHINE_PAGE, SHADOW_DEFINED);
  const uint64_t low = MIDDLE_OF_STACK - REDZONE_BYTES, high = MACHINE_STACK + MACHINE_STACK_BYTES;
  shadows_set_a(shadows, low, high - low, true);
  shadows_set_v(shadows, MIDDLE_OF_STACK, high - MIDDLE_OF_STACK, SHADOW_DEFINED);
}

void situations_clear_code(void)
{
  memset((void *)MACHINE_CODE, SITUATION_NOTHING, MACHINE_PAGE);
}

static void fill_memory(void)
{
  any_bytes(&usual.memory, sizeof usual.memory);
  fill_stack(&usual.memory);
}

void situations_init(void)
{
  fill_memory();
  fill_shadows(&usual.shadows);
  situations_clear_code();
}

void situations_fill(struct situation *ret)
{
  if (any(ONE_IN) == 0)
    fill_memory();
  ret->at_start = START_AS_USUAL;
  ret->memory = usual.memory;
  ret->shadows = usual.shadows;
  subject_fill_state(&ret->start.state);
  ret->start.state.general[DIRECT_RSP] = MIDDLE_OF_STACK;
  ret->settings = (struct copied_settings){
    .turns = any(2) ? 1 : 1000,
    .fs_base = MACHINE_DATA + 16 * any(64),
    .lowest_sp = MACHINE_STACK + REDZONE_BYTES + DIRECT_STACK_MARGIN,
    .highest_sp = MACHINE_STACK + MACHINE_STACK_BYTES - DIRECT_STACK_MARGIN,
  };
}

/* --- one instruction, and what it needs besides its operand --- */

static void put_code(uint64_t address, bool has_live_flags)
{
  memcpy((void *)address, writes_flags, sizeof writes_flags);
  if (has_live_flags)
    *(uint8_t *)address = SITUATION_NOTHING;
}

static void set_immediate(struct subject *subject, int64_t value)
{
  memcpy(subject->code + subject->is.bytes - subject->is.immediate_bytes, &value, subject->is.immediate_bytes);
}

/* Jumps to a constant address: forward or backward, near or far. */
static void set_target(struct subject *subject, uint64_t address, bool has_live_flags)
{
  const uint64_t page = address & ~(uint64_t)(MACHINE_PAGE - 1);
  uint64_t target = any(2) ? SITUATION_LANDING(page) : address - 3 * NEAR;
  if (subject->is.immediate_bytes == 1)
    target = any(2) ? address + NEAR : address - NEAR;
  put_code(target, has_live_flags);
  set_immediate(subject, (int64_t)(target - address - subject->is.bytes));
}

/* By how much the stack pointer moves: something that direct code does. */
static void set_distance(struct subject *subject)
{
  struct direct_instruction *is = &subject->is;
  const int32_t distance = is->immediate_bytes == 1 || is->displacement_bytes == 1 ? WORD * ((int32_t)any(31) - 15)
                                                                                   : WORD * ((int32_t)any(400) - 200);
  if (is->immediate_bytes)
    set_immediate(subject, distance);
  else if (is->displacement_bytes)
    memcpy(subject->code + is->bytes - is->displacement_bytes, &distance, is->displacement_bytes);
}

static void set_alignment(struct subject *subject)
{
  set_immediate(subject, -(int64_t)(WORD << any(subject->is.immediate_bytes == 1 ? 4 : 9)));
}

static void set_kind(struct subject *subject, uint64_t address, bool has_live_flags)
{
  switch (subject->is.kind) {
  case DIRECT_CALL:
  case DIRECT_JUMP:
  case DIRECT_BRANCH:
    set_target(subject, address, has_live_flags);
    break;
  case DIRECT_STACK_ADD:
    set_distance(subject);
    break;
  case DIRECT_STACK_ALIGN:
    set_alignment(subject);
    break;
  default:
    break;
  }
}

/* A stack pointer to come; the copies are right only for some. */
static uint64_t any_stack_pointer(uint64_t sp)
{
  switch (any(8)) {
  case 0:
    return sp - WORD * any(20);
  case 1:
    return sp + any(1000);
  case 2:
    return MACHINE_STACK + MACHINE_STACK_BYTES - WORD * any(200);
  default:
    return sp + WORD * any(any(2) ? 20 : 600);
  }
}

static void set_registers(const struct subject *subject, struct situation *ret)
{
  uint64_t *general = ret->start.state.general;
  const uint64_t to = any_stack_pointer(general[DIRECT_RSP]);
  if (subject->is.kind == DIRECT_LEAVE)
    general[DIRECT_RBP] = to;
  if (subject->is.kind == DIRECT_STACK_SET)
    general[subject->is.memory.base] = to - (uint64_t)(int64_t)subject->is.memory.displacement;
  if (subject->is.kind == DIRECT_STACK_LOAD)
    put_word(&ret->memory, expected_operand(&subject->is, &ret->start, ret->settings.fs_base), to);
  if (subject->is.kind == DIRECT_JUMP_INDIRECT || subject->is.kind == DIRECT_CALL_INDIRECT)
    if (!subject->is.memory.bytes && subject->is.memory.base != DIRECT_RSP)
      general[subject->is.memory.base] = SITUATION_LANDING(any_page());
  put_word(&ret->memory, general[DIRECT_RSP], SITUATION_LANDING(any_page()));
}

/* --- the operand --- */

static bool is_aimed_by_stack(const struct subject *subject)
{
  return subject->is.memory.base == DIRECT_RSP;
}

/* No memory of this process. */
static uint64_t any_address_astray(void)
{
  const uint64_t low = any(1 << 30);
  return any(2) ? ASTRAY + low : UINT64_C(0x8765432100000000) + low;
}

static uint64_t target_of(enum situation_kind kind, const struct subject *subject)
{
  const uint64_t end = MACHINE_DATA + MACHINE_PAGE, bytes = subject->is.memory.bytes;
  switch (kind) {
  case SITUATION_PAGE_END:
    return any(2) ? MACHINE_DATA : end - bytes;
  case SITUATION_BEYOND_PAGE:
  case SITUATION_VANISHED:
    return any(2) ? end - bytes + 1 + any((unsigned)bytes) : MACHINE_DATA - 1 - any((unsigned)bytes);
  case SITUATION_READ_ONLY:
    return MACHINE_ALIAS + MACHINE_PAGE / 2;
  case SITUATION_ODD:
    return MIDDLE_OF_DATA + 1 + any(31);
  case SITUATION_ASTRAY:
    return any_address_astray();
  default:
    return MIDDLE_OF_DATA + 32 * any(16);
  }
}

/* false: the operand cannot be there. */
static bool set_operand(enum situation_kind kind, struct subject *subject, struct situation *ret)
{
  if (!subject->is.memory.bytes)
    return kind < SITUATION_PAGE_END || kind > SITUATION_ASTRAY;
  const struct direct_memory *memory = &subject->is.memory;
  if (is_aimed_by_stack(subject))
    return kind < SITUATION_PAGE_END || kind > SITUATION_ASTRAY;
  if (kind == SITUATION_ASTRAY && (memory->base >= GENERALS || memory->base == memory->index))
    return false;
  const uint64_t target = target_of(kind, subject) - (memory->is_fs ? ret->settings.fs_base : 0);
  return subject_aim(subject, ret->start.address, target, &ret->start.state);
}

/* Around the operand all is undefined, itself is not. */
static void set_operand_shadow(enum situation_kind kind, const struct subject *subject, struct situation *ret)
{
  const uint64_t address = expected_operand(&subject->is, &ret->start, ret->settings.fs_base);
  const uint64_t bytes = subject->is.memory.bytes, sp = ret->start.state.general[DIRECT_RSP];
  uint8_t garbage[2 * WORD];
  any_bytes(garbage, sizeof garbage);
  for (unsigned i = 0; bytes && i < WORD; i++) {
    shadows_set_v(&ret->shadows, address - 1 - i, shadows_a(&ret->shadows, address - 1 - i), garbage[i]);
    shadows_set_v(&ret->shadows, address + bytes + i, shadows_a(&ret->shadows, address + bytes + i), garbage[WORD + i]);
  }
  if (subject->is.kind == DIRECT_POP || subject->is.kind == DIRECT_RETURN || subject->is.kind == DIRECT_RETURN_OVER)
    shadows_set_v(&ret->shadows, sp, WORD, SHADOW_DEFINED);
  for (uint64_t i = 0; i < bytes; i++)
    if (shadows_a(&ret->shadows, address + i) || kind == SITUATION_VANISHED) {
      shadows_set_a(&ret->shadows, address + i, 1, true);
      shadows_set_v(&ret->shadows, address + i, 1, SHADOW_DEFINED);
    }
}

/* A byte of memory that the instruction uses; 0: none. */
static uint64_t any_byte_in_use(const struct subject *subject, const struct situation *situation)
{
  const uint64_t *general = situation->start.state.general;
  const unsigned bytes = subject->is.memory.bytes;
  if (bytes)
    return expected_operand(&subject->is, &situation->start, situation->settings.fs_base) + any(bytes);
  if (subject->is.kind == DIRECT_POP || subject->is.kind == DIRECT_RETURN || subject->is.kind == DIRECT_RETURN_OVER)
    return general[DIRECT_RSP] + any(WORD);
  return subject->is.kind == DIRECT_LEAVE ? general[DIRECT_RBP] + any(WORD) : 0;
}

static bool spoil_operand(enum situation_kind kind, const struct subject *subject, struct situation *ret)
{
  const uint64_t address = any_byte_in_use(subject, ret);
  if (kind == SITUATION_UNDEFINED)
    shadows_set_v(&ret->shadows, address, shadows_a(&ret->shadows, address), (uint8_t)(1u << any(8)));
  if (kind == SITUATION_UNADDRESSABLE) {
    shadows_set_a(&ret->shadows, address, 1, false);
    shadows_set_v(&ret->shadows, address, 1, SHADOW_UNDEFINED);
  }
  return address != 0 && !(kind == SITUATION_UNADDRESSABLE && is_aimed_by_stack(subject));
}

/* --- registers --- */

/* One bit that matters, or all that do not. */
static void spoil_registers(const struct subject *subject, struct situation *ret)
{
  const uint64_t bits = expected_registers(&subject->is, subject->code);
  if (any(2)) {
    ret->settings.undefined = ~bits;
    ret->at_start = START_GOES_ON;
    return;
  }
  do
    ret->settings.undefined = UINT64_C(1) << any(UNDEFINED_REGISTERS_BITS);
  while (!(ret->settings.undefined & bits));
  ret->at_start = START_LEAVES;
}

/* --- bounds of the stack pointer --- */

static int64_t move_of(const struct subject *subject)
{
  switch (subject->is.kind) {
  case DIRECT_POP:
  case DIRECT_RETURN:
    return WORD;
  case DIRECT_RETURN_OVER:
    return WORD + subject->is.immediate;
  case DIRECT_PUSH:
  case DIRECT_CALL:
  case DIRECT_CALL_INDIRECT:
    return -WORD;
  case DIRECT_STACK_ADD:
    return subject->is.immediate;
  default:
    return 0;
  }
}

/* Short moves have bounds of their own: on the way down by words, on the way up by powers of two. */
static uint64_t margin_of(int64_t move)
{
  uint64_t margin = DIRECT_WORD;
  if (move < 0)
    return -move <= DIRECT_NEAR_WORDS * DIRECT_WORD ? (uint64_t)-move : DIRECT_STACK_MARGIN;
  while (margin < (uint64_t)move && margin < DIRECT_STACK_MARGIN)
    margin *= 2;
  return margin;
}

static bool set_bounds(const struct subject *subject, struct situation *ret)
{
  const int64_t move = move_of(subject), beyond = move < 0 ? -move - DIRECT_STACK_MARGIN : move - DIRECT_STACK_MARGIN;
  const uint64_t sp = ret->start.state.general[DIRECT_RSP], farther = beyond > 0 ? (uint64_t)beyond : 0;
  const unsigned excess = any(2);
  if (move < 0)
    ret->settings.lowest_sp = sp - farther + excess + DIRECT_STACK_MARGIN - margin_of(move);
  if (move > 0)
    ret->settings.highest_sp = sp + farther - excess - DIRECT_STACK_MARGIN + margin_of(move);
  ret->at_start = excess ? START_LEAVES : START_GOES_ON;
  return move != 0;
}

/* --- */

bool situation_make(enum situation_kind kind, const struct subject *from, bool has_live_flags, struct situation *ret)
{
  struct subject subject = *from;
  const uint64_t address = any_page() + MACHINE_PAGE / 4 + any(64);
  situations_fill(ret);
  ret->start.address = address;
  set_kind(&subject, address, has_live_flags);
  if (!subject_make(&subject, subject.code, address) || !set_operand(kind, &subject, ret))
    return false;
  set_registers(&subject, ret);
  set_operand_shadow(kind, &subject, ret);
  if (subject.is.memory.bytes && subject_jumps(&subject.is))
    put_word(&ret->memory, expected_operand(&subject.is, &ret->start, ret->settings.fs_base),
             SITUATION_LANDING(any_page()));
  if (subject.is.kind == DIRECT_LOAD_MODES && any(2))
    put_word(&ret->memory, expected_operand(&subject.is, &ret->start, ret->settings.fs_base), MACHINE_MODES);
  put_code(SITUATION_LANDING(MACHINE_CODE), has_live_flags);
  memcpy((void *)address, subject.code, subject.is.bytes);
  put_code(address + subject.is.bytes, has_live_flags);
  if (kind == SITUATION_UNDEFINED || kind == SITUATION_UNADDRESSABLE)
    return spoil_operand(kind, &subject, ret);
  if (kind == SITUATION_REGISTER)
    spoil_registers(&subject, ret);
  ret->settings.is_stressed = kind == SITUATION_STRESSED;
  ret->settings.steps_until_leaving = 1 + any(3);
  return kind != SITUATION_BOUND || set_bounds(&subject, ret);
}
