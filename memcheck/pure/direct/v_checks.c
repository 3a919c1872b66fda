/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A load is right if its V bits are zero, as those of bytes that are not addressable never are (shadow.h). So is a
 * store, and then there is nothing to do; otherwise a routine looks at the A bits and clears the V bits. Stores at a
 * constant distance from the stack pointer are to memory that is addressable as long as the stack has no holes, which
 * is seen to when direct code is entered: they clear the V bits.
 *
 * V bits are found by the operand's own address in the segment %gs, which begins near where the V bits of address zero
 * are. So a check needs no register, unless the operand has a segment itself. */
#include "memcheck/pure/base/redzone.h"
#include "memcheck/pure/direct/translate_private.h"

enum { WORD = 8 };

/* --- what is known --- */

static int64_t place_of(const struct direct_translation *translation, const struct direct_memory *memory)
{
  return (int64_t)memory->displacement + (memory->base == DIRECT_RSP ? translation->stack_moved : 0);
}

static bool is_relative_to_same(const struct direct_memory *a, const struct direct_memory *b)
{
  return a->base == b->base && a->index == b->index && (a->index == DIRECT_NO_REGISTER || a->scale == b->scale) &&
         a->is_fs == b->is_fs;
}

void v_checks_note(struct direct_translation *translation, const struct direct_memory *memory, unsigned bytes)
{
  struct known_range *known = &translation->known[translation->known_count++ % KNOWN_RANGES_MAX];
  *known = (struct known_range){*memory, bytes};
  known->memory.displacement = (int32_t)place_of(translation, memory);
}

bool v_checks_is_known(const struct direct_translation *translation, const struct direct_memory *memory, unsigned bytes)
{
  const int64_t place = place_of(translation, memory);
  for (unsigned i = 0; i < translation->known_count && i < KNOWN_RANGES_MAX; i++) {
    const struct known_range *known = &translation->known[i];
    if (is_relative_to_same(&known->memory, memory) && known->memory.displacement <= place &&
        place + bytes <= (int64_t)known->memory.displacement + known->bytes)
      return true;
  }
  return false;
}

void v_checks_forget_all(struct direct_translation *translation)
{
  translation->known_count = 0;
}

/* The part of a range that is not given up; false: nothing is, or it may be the same memory by another name. */
static bool cut_off_given_up(const struct direct_translation *translation, struct known_range *range)
{
  const int32_t start = range->memory.displacement, end = start + (int32_t)range->bytes;
  if (range->memory.base != DIRECT_RSP || range->memory.index != DIRECT_NO_REGISTER || range->memory.is_fs ||
      end <= translation->stack_moved)
    return false;
  if (start < translation->stack_moved) {
    range->memory.displacement = translation->stack_moved;
    range->bytes = (unsigned)(end - translation->stack_moved);
  }
  return true;
}

static unsigned count_known(const struct direct_translation *translation)
{
  return translation->known_count < KNOWN_RANGES_MAX ? translation->known_count : KNOWN_RANGES_MAX;
}

void v_checks_forget_given_up(struct direct_translation *translation)
{
  unsigned kept = 0;
  const unsigned count = count_known(translation);
  for (unsigned i = 0; i < count; i++)
    if (cut_off_given_up(translation, &translation->known[i]))
      translation->known[kept++] = translation->known[i];
  translation->known_count = kept;
}

/* The stack pointer is not written but moved. */
void v_checks_forget_registers(struct direct_translation *translation, uint32_t written)
{
  unsigned kept = 0;
  const unsigned count = count_known(translation);
  written &= ~(UINT32_C(1) << DIRECT_RSP);
  for (unsigned i = 0; i < count; i++)
    if (!direct_memory_uses(&translation->known[i].memory, written))
      translation->known[kept++] = translation->known[i];
  translation->known_count = kept;
}

/* --- operands with a segment --- */

/* %rcx becomes an address in no segment. */
static struct direct_memory take_segment_off(struct direct_translation *translation, const struct direct_memory *memory)
{
  struct direct_memory flat = {.base = DIRECT_RCX, .index = DIRECT_NO_REGISTER, .scale = 1};
  struct direct_memory part = *memory;
  part.base = DIRECT_RCX;
  translation_borrow_rcx(translation);
  emit_restore(translation->code, DIRECT_RCX, DIRECT_SLOT(translation->guest->state, fs_base));
  emit_lea(translation->code, DIRECT_RCX, &part);
  if (memory->base != DIRECT_NO_REGISTER) {
    flat.index = memory->base;
    emit_lea(translation->code, DIRECT_RCX, &flat);
    flat.index = DIRECT_NO_REGISTER;
  }
  return flat;
}

/* --- comparing V bits with zero --- */

/* Of `bytes`, behind `done`. */
static unsigned piece_of(unsigned bytes, unsigned done)
{
  return bytes - done < WORD ? bytes - done : WORD;
}

static bool uses_rcx(const struct direct_memory *memory)
{
  return direct_memory_uses(memory, 1u << DIRECT_RCX);
}

/* A jump for each piece, to be given a target. Without flags %rcx is borrowed, and remains so where the jumps go. */
static unsigned emit_comparisons(struct direct_translation *translation, const struct direct_memory *memory,
                                 unsigned bytes, uint8_t *ret_jumps[static 4])
{
  struct direct_code *code = translation->code;
  unsigned count = 0;
  for (unsigned done = 0; done < bytes; done += piece_of(bytes, done)) {
    if (!has_live_flags(translation)) {
      emit_compare_v(code, memory, (int32_t)done, piece_of(bytes, done));
      ret_jumps[count++] = emit_branch(code, DIRECT_IF_NOT_ZERO);
      continue;
    }
    if (!translation->borrowed)
      translation_borrow_rcx(translation);
    else if (done != 0 && uses_rcx(memory))
      emit_restore(code, DIRECT_RCX, borrowed_slot(translation, 0));
    emit_load_v(code, DIRECT_RCX, memory, (int32_t)done, piece_of(bytes, done));
    uint8_t *const is_clear = emit_branch_if_no_rcx(code);
    ret_jumps[count++] = emit_jump(code);
    emit_set_short_target(code, is_clear, code->at);
  }
  return count;
}

static void check_flat_load(struct direct_translation *translation, const struct direct_memory *memory, unsigned bytes)
{
  uint8_t *jumps[4];
  const unsigned count = emit_comparisons(translation, memory, bytes, jumps);
  for (unsigned i = 0; i < count; i++)
    translation_leave(translation, jumps[i]);
  if (translation->borrowed)
    translation_give_rcx_back(translation);
}

void v_checks_before_load(struct direct_translation *translation, const struct direct_memory *memory, unsigned bytes)
{
  if (counts(translation) || v_checks_is_known(translation, memory, bytes))
    return;
  if (memory->is_fs) {
    const struct direct_memory flat = take_segment_off(translation, memory);
    check_flat_load(translation, &flat, bytes);
  } else {
    check_flat_load(translation, memory, bytes);
  }
  v_checks_note(translation, memory, bytes);
}

/* --- stores --- */

bool v_checks_is_in_frame(const struct direct_memory *memory, unsigned bytes)
{
  return memory->base == DIRECT_RSP && memory->index == DIRECT_NO_REGISTER && !memory->is_fs &&
         memory->displacement >= -REDZONE_BYTES && memory->displacement + (int32_t)bytes <= DIRECT_FRAME_BYTES;
}

static void clear_in_frame(struct direct_translation *translation, const struct direct_memory *memory, unsigned bytes)
{
  for (unsigned done = 0; done < bytes; done += piece_of(bytes, done))
    emit_fill_v(translation->code, memory, (int32_t)done, piece_of(bytes, done), 0);
  if (memory->displacement < 0)
    fill_note_redzone(translation);
}

/* Virtual machines have the code that they make store some whole pages ahead, to meet the end of the stack where they
 * expect that. */
static bool is_probe(const struct direct_translation *translation, const struct direct_memory *memory, unsigned bytes)
{
  enum { PAGE = 4096 };
  const struct direct_guest *guest = translation->guest;
  return memory->base == DIRECT_RSP && memory->index == DIRECT_NO_REGISTER && !memory->is_fs && bytes <= WORD &&
         memory->displacement < 0 && memory->displacement % PAGE == 0 &&
         guest->is_made(guest->context, step_in_work(translation)->address);
}

/* An instruction stores once. */
static void check_flat_store(struct direct_translation *translation, const struct direct_memory *memory, unsigned bytes)
{
  struct slow_store *slow = &translation->slow[translation->slow_count++];
  *slow = (struct slow_store){
    .memory = *memory, .step = (uint8_t)translation->step, .pending = translation_pending(translation)};
  slow->is_probe = is_probe(translation, memory, bytes);
  slow->count = emit_comparisons(translation, memory, bytes, slow->jumps);
  slow->has_borrowed = translation->borrowed != 0;
  if (slow->has_borrowed)
    translation_give_rcx_back(translation);
  slow->resume = translation->code->at;
}

static void before_store(struct direct_translation *translation, const struct direct_memory *memory, unsigned bytes)
{
  if (counts(translation) || v_checks_is_known(translation, memory, bytes))
    return;
  if (v_checks_is_in_frame(memory, bytes)) {
    clear_in_frame(translation, memory, bytes);
  } else if (memory->is_fs) {
    const struct direct_memory flat = take_segment_off(translation, memory);
    check_flat_load(translation, &flat, bytes); /* hardly ever fresh */
  } else {
    check_flat_store(translation, memory, bytes);
    if (translation->slow[translation->slow_count - 1].is_probe)
      return;
  }
  v_checks_note(translation, memory, bytes);
}

void v_checks_before(struct direct_translation *translation, const struct direct_instruction *instruction)
{
  const struct direct_memory memory = direct_operand(instruction);
  if (memory.bytes != 0 && memory.is_read)
    v_checks_before_load(translation, &memory, memory.bytes);
  else if (memory.bytes != 0)
    before_store(translation, &memory, memory.bytes);
}

/* --- */

static unsigned size_index(unsigned bytes)
{
  enum { LONG_DOUBLE = 10 };
  return bytes == LONG_DOUBLE ? DIRECT_STORE_SIZES - 1 : (unsigned)__builtin_ctz(bytes);
}

/* The routine for it. */
static direct_slot routine_of(const struct direct_translation *translation, const struct slow_store *slow)
{
  const uint32_t state = translation->guest->state;
  if (slow->is_probe)
    return DIRECT_SLOT(state, probe);
  return DIRECT_SLOT(state, make_defined) + size_index(slow->memory.bytes) * (direct_slot)sizeof(uint64_t);
}

static void emit_slow_store(struct direct_translation *translation, const struct slow_store *slow)
{
  struct direct_code *code = translation->code;
  const struct direct_memory memory = slow->memory;
  const uint32_t state = translation->guest->state;
  for (unsigned i = 0; i < slow->count; i++)
    emit_set_target(code, slow->jumps[i], code->at);
  translation->step = slow->step;
  if (slow->has_borrowed) {
    translation_set_borrowed(translation, DIRECT_BORROWS_RCX);
    if (uses_rcx(&memory))
      emit_restore(code, DIRECT_RCX, borrowed_slot(translation, 0));
  } else {
    translation_borrow_rcx(translation);
  }
  emit_lea(code, DIRECT_RCX, &memory);
  emit_save(code, DIRECT_RCX, DIRECT_SLOT(state, store_address));
  emit_set_target(code, emit_lea_of_code(code, DIRECT_RCX), slow->resume);
  emit_save(code, DIRECT_RCX, DIRECT_SLOT(state, resume));
  uint8_t *const fails = emit_lea_of_code(code, DIRECT_RCX);
  emit_save(code, DIRECT_RCX, DIRECT_SLOT(state, store_leave));
  emit_jump_through(code, routine_of(translation, slow));
  emit_set_target(code, fails, code->at);
  translation_emit_way_out(translation, slow->step, slow->pending);
}

void v_checks_emit_slow_stores(struct direct_translation *translation)
{
  for (unsigned i = 0; i < translation->slow_count; i++)
    emit_slow_store(translation, &translation->slow[i]);
}
