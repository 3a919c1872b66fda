/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Of a function that is called: whether it jumps to another one, and which registers it may change. Compilers that see
 * both functions keep values over the call in a register that the callee does not write, whatever the calling
 * convention says of it. All code of the callee counts, reached or not, and what it calls, to a limited depth. */
#include <stdlib.h>

#include "host/symbols/elf/handed_on_blocks_private.h"

enum { DEPTH_MAX = 2, INSTRUCTIONS_MAX = 1 << 6 };

static uint32_t find(struct value_analysis *analysis, const struct value_range *code, unsigned depth);

static bool calls(const struct value_analysis *analysis)
{
  return analysis->instruction->id == X86_INS_CALL;
}

/* A jump out of the function is a call, too. */
static bool leaves(const struct value_analysis *analysis, const struct value_range *code)
{
  const cs_x86_op *target = &analysis->instruction->detail->x86.operands[0];
  bool is_jump =
    decoder_library()->insn_group(analysis->session->decoder->capstone, analysis->instruction, CS_GRP_JUMP);
  return is_jump && (target->type != X86_OP_IMM || (uint64_t)target->imm < code->start ||
                     (uint64_t)target->imm >= code->end);
}

static uint32_t by_instruction(struct value_analysis *analysis, const struct value_range *code, unsigned depth)
{
  if (!calls(analysis) && !leaves(analysis, code))
    return value_registers_written(analysis);
  struct value_callee callee = value_find_callee(analysis);
  return callee.never_returns ? 0 : find(analysis, &callee.code, depth + 1);
}

static uint32_t sweep(struct value_analysis *analysis, const struct value_range *code, unsigned depth)
{
  uint32_t registers = 0;
  size_t left = INSTRUCTIONS_MAX;
  for (uint64_t at = code->start; at < code->end; left--) {
    if (left == 0 || (registers & VALUE_CLOBBERED_BY_ANY) == VALUE_CLOBBERED_BY_ANY || !value_decode(analysis, at))
      return VALUE_CLOBBERED_BY_ANY;
    at += analysis->instruction->size;
    registers |= by_instruction(analysis, code, depth);
  }
  return registers & VALUE_CLOBBERED_BY_ANY;
}

/* A function that calls itself writes what it writes besides. */
static uint32_t find(struct value_analysis *analysis, const struct value_range *code, unsigned depth)
{
  struct value_session *session = analysis->session;
  for (size_t i = 0; i < session->clobbers_count; i++)
    if (session->clobbers[i].start == code->start)
      return session->clobbers[i].registers;
  if (code->start >= code->end || depth > DEPTH_MAX || session->clobbers_count == VALUE_CLOBBERS_MAX)
    return VALUE_CLOBBERED_BY_ANY;
  size_t index = session->clobbers_count++;
  session->clobbers[index] = (struct value_clobbers){code->start, 0};
  session->clobbers[index].registers = sweep(analysis, code, depth);
  return session->clobbers[index].registers;
}

bool value_jumps_on(struct value_analysis *caller, const struct value_range *code)
{
  struct value_session *session = caller->session;
  struct value_analysis analysis = {.session = session,
                                    .instruction = decoder_library()->malloc(session->decoder->capstone)};
  bool jumps_on = false;
  size_t left = INSTRUCTIONS_MAX;
  for (uint64_t at = code->start; analysis.instruction && at < code->end && !jumps_on && left > 0; left--) {
    if (!value_decode(&analysis, at))
      break;
    at += analysis.instruction->size;
    jumps_on = leaves(&analysis, code);
  }
  if (analysis.instruction)
    decoder_library()->free(analysis.instruction, 1);
  return jumps_on;
}

uint32_t value_clobbered(struct value_analysis *caller, const struct value_range *code)
{
  struct value_session *session = caller->session;
  struct value_analysis analysis = {.session = session,
                                    .instruction = decoder_library()->malloc(session->decoder->capstone)};
  if (!analysis.instruction)
    return VALUE_CLOBBERED_BY_ANY;
  uint32_t registers = find(&analysis, code, 0);
  decoder_library()->free(analysis.instruction, 1);
  return registers;
}
