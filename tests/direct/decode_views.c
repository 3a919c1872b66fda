/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Both decoders' results in the same terms. Capstone names parts of registers; here a register counts as a whole, and
 * one that is written in part counts as read, as decode.h wants it. */
#include "direct/decode_views.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char *const view_field_names[VIEW_FIELDS] = {
  "length",       "encoding",      "address",     "bytes",         "access", "general-read", "general-written",
  "vector-read",  "vector-written", "flags-read", "flags-written", "target",
};

static const x86_reg names[][16] = {
  {X86_REG_RAX, X86_REG_RCX, X86_REG_RDX, X86_REG_RBX, X86_REG_RSP, X86_REG_RBP, X86_REG_RSI, X86_REG_RDI, X86_REG_R8,
   X86_REG_R9, X86_REG_R10, X86_REG_R11, X86_REG_R12, X86_REG_R13, X86_REG_R14, X86_REG_R15},
  {X86_REG_EAX, X86_REG_ECX, X86_REG_EDX, X86_REG_EBX, X86_REG_ESP, X86_REG_EBP, X86_REG_ESI, X86_REG_EDI, X86_REG_R8D,
   X86_REG_R9D, X86_REG_R10D, X86_REG_R11D, X86_REG_R12D, X86_REG_R13D, X86_REG_R14D, X86_REG_R15D},
  {X86_REG_AX, X86_REG_CX, X86_REG_DX, X86_REG_BX, X86_REG_SP, X86_REG_BP, X86_REG_SI, X86_REG_DI, X86_REG_R8W,
   X86_REG_R9W, X86_REG_R10W, X86_REG_R11W, X86_REG_R12W, X86_REG_R13W, X86_REG_R14W, X86_REG_R15W},
  {X86_REG_AL, X86_REG_CL, X86_REG_DL, X86_REG_BL, X86_REG_SPL, X86_REG_BPL, X86_REG_SIL, X86_REG_DIL, X86_REG_R8B,
   X86_REG_R9B, X86_REG_R10B, X86_REG_R11B, X86_REG_R12B, X86_REG_R13B, X86_REG_R14B, X86_REG_R15B},
  {X86_REG_AH, X86_REG_CH, X86_REG_DH, X86_REG_BH},
};
enum { NAMES = sizeof names / sizeof *names, FIRST_PARTIAL = 2 };

/* Its number, or DIRECT_NO_REGISTER; which row of names it is in. */
static unsigned general_number(unsigned name, unsigned *row)
{
  for (*row = 0; *row < NAMES; ++*row)
    for (unsigned i = 0; i < 16; i++)
      if (name != X86_REG_INVALID && names[*row][i] == name)
        return i;
  return DIRECT_NO_REGISTER;
}

static uint32_t bit_of(unsigned name, bool *is_partial)
{
  unsigned row;
  const unsigned number = general_number(name, &row);
  *is_partial = row >= FIRST_PARTIAL;
  if (number != DIRECT_NO_REGISTER)
    return UINT32_C(1) << number;
  *is_partial = false;
  if (name >= X86_REG_XMM0 && name <= X86_REG_XMM15)
    return UINT32_C(1) << (DIRECT_FIRST_VECTOR + name - X86_REG_XMM0);
  if (name >= X86_REG_YMM0 && name <= X86_REG_YMM15)
    return UINT32_C(1) << (DIRECT_FIRST_VECTOR + name - X86_REG_YMM0);
  return 0;
}

/* --- ours --- */

static uint64_t address_of(unsigned base, unsigned index, unsigned scale, bool is_fs)
{
  return base | index << 8 | scale << 16 | (unsigned)is_fs << 24;
}

static void set_registers(uint32_t read, uint32_t written, struct view *ret)
{
  ret->values[VIEW_GENERAL_READ][0] = read & 0xffff;
  ret->values[VIEW_GENERAL_WRITTEN][0] = written & 0xffff;
  ret->values[VIEW_VECTOR_READ][0] = read >> DIRECT_FIRST_VECTOR;
  ret->values[VIEW_VECTOR_WRITTEN][0] = written >> DIRECT_FIRST_VECTOR;
}

static uint64_t encoding_of(unsigned modrm_offset, unsigned displacement_bytes, unsigned immediate_bytes)
{
  return modrm_offset | displacement_bytes << 8 | immediate_bytes << 16;
}

void view_of_ours(const uint8_t *code, const struct direct_instruction *ours, struct view *ret)
{
  const struct direct_memory *memory = &ours->memory;
  const bool has_address = ours->modrm_offset && code[ours->modrm_offset] < 0xc0;
  memset(ret, 0, sizeof *ret);
  ret->values[VIEW_LENGTH][0] = ours->bytes;
  ret->values[VIEW_ENCODING][0] = encoding_of(ours->modrm_offset, ours->displacement_bytes, ours->immediate_bytes);
  if (has_address) {
    ret->values[VIEW_ADDRESS][0] = address_of(memory->base, memory->index, memory->scale, memory->is_fs);
    ret->values[VIEW_ADDRESS][1] = (uint64_t)memory->displacement;
    ret->values[VIEW_BYTES][0] = memory->bytes;
    ret->values[VIEW_ACCESS][0] = (memory->is_read ? CS_AC_READ : 0) | (memory->is_written ? CS_AC_WRITE : 0);
  }
  set_registers(ours->registers_read, ours->registers_written, ret);
  ret->values[VIEW_FLAGS_READ][0] = ours->flags_read;
  ret->values[VIEW_FLAGS_WRITTEN][0] = ours->flags_written | ours->flags_maybe;
  ret->values[VIEW_TARGET][0] = ours->target;
}

/* --- capstone's --- */

static unsigned address_register(unsigned name)
{
  unsigned row;
  return name == X86_REG_RIP ? DIRECT_RIP : general_number(name, &row);
}

static void set_memory(const cs_x86_op *operand, struct view *ret)
{
  const x86_op_mem *memory = &operand->mem;
  const unsigned index = address_register(memory->index);
  const unsigned scale = index == DIRECT_NO_REGISTER ? 1 : (unsigned)memory->scale;
  ret->values[VIEW_ADDRESS][0] =
    address_of(address_register(memory->base), index, scale, memory->segment == X86_REG_FS);
  ret->values[VIEW_ADDRESS][1] = (uint64_t)memory->disp;
  ret->values[VIEW_BYTES][0] = operand->size;
  ret->values[VIEW_ACCESS][0] = operand->access;
}

static void set_capstone_registers(csh capstone, const cs_insn *theirs, struct view *ret)
{
  cs_regs read, written;
  uint8_t read_count = 0, written_count = 0;
  uint32_t read_set = 0, written_set = 0;
  bool is_partial;
  cs_regs_access(capstone, theirs, read, &read_count, written, &written_count);
  for (unsigned i = 0; i < read_count; i++)
    read_set |= bit_of(read[i], &is_partial);
  for (unsigned i = 0; i < written_count; i++) {
    const uint32_t bit = bit_of(written[i], &is_partial);
    written_set |= bit;
    read_set |= is_partial ? bit : 0;
  }
  set_registers(read_set, written_set, ret);
}

#define ANY_OF(kind, flag) (flags & X86_EFLAGS_##kind##_##flag ? DIRECT_##flag : 0)
#define SIX(kind)                                                                                           \
  (ANY_OF(kind, CF) | ANY_OF(kind, PF) | ANY_OF(kind, AF) | ANY_OF(kind, ZF) | ANY_OF(kind, SF) | ANY_OF(kind, OF))

static void set_flags(uint64_t flags, struct view *ret)
{
  ret->values[VIEW_FLAGS_READ][0] = SIX(TEST);
  ret->values[VIEW_FLAGS_WRITTEN][0] = SIX(MODIFY) | SIX(RESET) | SIX(SET) | SIX(UNDEFINED);
}

static bool is_direct_branch(csh capstone, const cs_insn *theirs)
{
  const cs_x86 *details = &theirs->detail->x86;
  return (cs_insn_group(capstone, theirs, CS_GRP_JUMP) || cs_insn_group(capstone, theirs, CS_GRP_CALL)) &&
         details->op_count == 1 && details->operands[0].type == X86_OP_IMM;
}

void view_of_capstone(csh capstone, const cs_insn *theirs, struct view *ret)
{
  const cs_x86 *details = &theirs->detail->x86;
  const cs_x86_encoding *encoding = &details->encoding;
  memset(ret, 0, sizeof *ret);
  ret->values[VIEW_LENGTH][0] = theirs->size;
  ret->values[VIEW_ENCODING][0] = encoding_of(encoding->modrm_offset, encoding->disp_size, encoding->imm_size);
  for (unsigned i = 0; i < details->op_count; i++)
    if (details->operands[i].type == X86_OP_MEM)
      set_memory(&details->operands[i], ret);
  set_capstone_registers(capstone, theirs, ret);
  set_flags(details->eflags, ret);
  if (is_direct_branch(capstone, theirs))
    ret->values[VIEW_TARGET][0] = (uint64_t)details->operands[0].imm;
}

/* --- comparison --- */

bool view_agrees(unsigned field, const struct view *ours, const struct view *theirs)
{
  return ours->values[field][0] == theirs->values[field][0] && ours->values[field][1] == theirs->values[field][1];
}

void view_print(unsigned field, const struct view *view, char *ret, size_t size)
{
  snprintf(ret, size, "%" PRIx64 ":%" PRIx64, view->values[field][0], view->values[field][1]);
}

enum relation { RELATION_MORE, RELATION_LESS, RELATION_NONE, RELATION_OTHER };

struct difference {
  const char *mnemonic;
  unsigned field;
  enum relation relation;
};

static const struct difference differences[] = {
#define DIFFERENCE(mnemonic, field, relation, why) {mnemonic, VIEW_##field, RELATION_##relation},
#include "direct/known_differences.def"
#undef DIFFERENCE
};

static bool matches(const char *pattern, const char *name)
{
  const size_t length = strlen(pattern);
  if (length && pattern[length - 1] == '*')
    return strncmp(pattern, name, length - 1) == 0;
  return strcmp(pattern, name) == 0;
}

static bool holds(enum relation relation, uint64_t ours, uint64_t theirs)
{
  switch (relation) {
  case RELATION_MORE:
    return (theirs & ~ours) == 0;
  case RELATION_LESS:
    return (ours & ~theirs) == 0;
  case RELATION_NONE:
    return ours == 0;
  default:
    return true;
  }
}

/* With 66, capstone takes a displacement of four bytes for one of two in this field, though it reads it right. */
static bool is_narrow_displacement(uint64_t ours, uint64_t theirs)
{
  const uint64_t rest = ~UINT64_C(0xff00);
  return (ours & ~rest) == 0x400 && (theirs & ~rest) == 0x200 && (ours & rest) == (theirs & rest);
}

bool view_is_known(unsigned field, const char *mnemonic, const struct view *ours, const struct view *theirs)
{
  const uint64_t our_value = ours->values[field][0], their_value = theirs->values[field][0];
  if (field == VIEW_ENCODING && is_narrow_displacement(our_value, their_value))
    return true;
  for (size_t i = 0; i < sizeof differences / sizeof *differences; i++)
    if (differences[i].field == field && matches(differences[i].mnemonic, mnemonic) &&
        holds(differences[i].relation, our_value, their_value))
      return true;
  return false;
}

/* vbroadcasti128, which capstone 4.0.2 lacks. */
bool view_is_known_surplus(const uint8_t *code, const struct direct_instruction *ours)
{
  const uint8_t *opcode = code + ours->modrm_offset - 1;
  return ours->has_vex && ours->is_256 && opcode[0] == 0x5a && opcode[-2] % 32 == 2;
}
