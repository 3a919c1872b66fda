/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the manual calls undefined is asked of capstone. */
#include "direct/subject.h"

#include <capstone/capstone.h>
#include <stdio.h>
#include <string.h>

enum { MIDDLE = MACHINE_PAGE / 2 };

static csh capstone;

bool subject_init(void)
{
  return cs_open(CS_ARCH_X86, CS_MODE_64, &capstone) == CS_ERR_OK &&
         cs_option(capstone, CS_OPT_DETAIL, CS_OPT_ON) == CS_ERR_OK;
}

#define UNDEFINED(flag) (seen->detail->x86.eflags & X86_EFLAGS_UNDEFINED_##flag ? DIRECT_##flag : 0)

static uint16_t undefined_flags(const struct subject *subject)
{
  cs_insn *seen = NULL;
  uint16_t ret = 0;
  const size_t count = cs_disasm(capstone, subject->code, subject->is.bytes, 0x1000, 1, &seen);
  if (count)
    ret = UNDEFINED(CF) | UNDEFINED(PF) | UNDEFINED(AF) | UNDEFINED(ZF) | UNDEFINED(SF) | UNDEFINED(OF);
  if (count && seen->id == X86_INS_IMUL)
    ret |= DIRECT_SF; /* capstone thinks it defined; AMD's processors keep it */
  cs_free(seen, count);
  return ret;
}

bool subject_make(struct subject *ret, const uint8_t *code, uint64_t address)
{
  memcpy(ret->code, code, sizeof ret->code);
  if (!direct_decode(code, sizeof ret->code, address, &ret->is))
    return false;
  ret->undefined = undefined_flags(ret);
  return true;
}

bool subject_jumps(const struct direct_instruction *is)
{
  switch (is->kind) {
  case DIRECT_CALL:
  case DIRECT_CALL_INDIRECT:
  case DIRECT_RETURN:
  case DIRECT_RETURN_OVER:
  case DIRECT_JUMP:
  case DIRECT_JUMP_INDIRECT:
  case DIRECT_BRANCH:
    return true;
  default:
    return false;
  }
}

void subject_describe(const struct subject *subject, char ret[static SUBJECT_TEXT])
{
  cs_insn *seen = NULL;
  const size_t count = cs_disasm(capstone, subject->code, subject->is.bytes, 0x1000, 1, &seen);
  int used = 0;
  for (unsigned i = 0; i < subject->is.bytes; i++)
    used += sprintf(ret + used, "%02x ", subject->code[i]);
  snprintf(ret + used, SUBJECT_TEXT - (size_t)used, ": %s %s", count ? seen->mnemonic : "?", count ? seen->op_str : "");
  cs_free(seen, count);
}

/* --- states --- */

void subject_fill_state(struct machine *ret)
{
  any_bytes(ret, sizeof *ret);
  for (unsigned i = 0; i < VECTORS; i++)
    if (any(4) == 0)
      memset(ret->vectors[i], 0, VECTOR_BYTES);
  /* Counts of bits that are small, and words whose upper half is zero, so that divisions have a result. */
  for (unsigned i = 0; i < GENERALS; i++)
    if (any(3) == 0)
      ret->general[i] = any(4) ? any(8) : ret->general[i] >> 32;
  ret->flags &= DIRECT_ALL_FLAGS;
  ret->general[DIRECT_RSP] = MACHINE_STACK + MIDDLE;
}

bool subject_aim(struct subject *subject, uint64_t address, uint64_t target, struct machine *machine)
{
  const struct direct_memory *memory = &subject->is.memory;
  const uint64_t end = address + subject->is.bytes;
  const bool is_simple = memory->base < GENERALS && memory->base != memory->index;
  if (is_simple) {
    const uint64_t index = memory->index < GENERALS ? machine->general[memory->index] * memory->scale : 0;
    machine->general[memory->base] = target - index - (uint64_t)(int64_t)memory->displacement;
    return true;
  }
  if (memory->index < GENERALS)
    machine->general[memory->index] = 0;
  if (subject->is.displacement_bytes != 4)
    return false;
  const uint32_t displacement = (uint32_t)(memory->base == DIRECT_RIP ? target - end : target);
  memcpy(subject->code + subject->is.bytes - subject->is.immediate_bytes - 4, &displacement, 4);
  return direct_decode(subject->code, subject->is.bytes, address, &subject->is);
}

uint32_t subject_differing(const struct machine *a, const struct machine *b)
{
  uint32_t ret = 0;
  for (unsigned i = 0; i < GENERALS; i++)
    ret |= (uint32_t)(a->general[i] != b->general[i]) << i;
  for (unsigned i = 0; i < VECTORS; i++)
    ret |= (uint32_t)(memcmp(a->vectors[i], b->vectors[i], VECTOR_BYTES) != 0) << (DIRECT_FIRST_VECTOR + i);
  return ret;
}
