/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each line of host_vectors.def is code of the host that works on three registers. A helper brings the guest's there
 * and back. All that comes out counts as undefined if any bit that went in is, which is what ciphers and sums make of
 * it. */
#include "coregrind-glue/vex/host_vectors.h"

#include "coregrind-glue/vex/instruction_code.h"

#include <cpuid.h>

#include "pub_tool_libcbase.h"

enum encoding { LEGACY_NP, LEGACY_66, VEX_128, VEX_256, VEX_ANY };
enum result { WRITE, MODIFY, MODIFY_BY_XMM0 };
enum { ANY = 2 }; /* W */

/* --- the host's code: constants are so many bytes apart --- */

enum { STRIDE = 16 };
#define HOST_VECTOR(name, feature, encoding, table, opcode, w, result, numbers, text)              \
  __asm__(".pushsection .text\n .balign 16\n host_vector_" #name ":\n .set N, 0\n .rept " #numbers \
          "\n .balign 16\n " text "\n retq\n .set N, N + 1\n .endr\n .popsection");
#include "coregrind-glue/vex/host_vectors.def"
#undef HOST_VECTOR

#define HOST_VECTOR(name, ...) extern const UChar host_vector_##name[];
#include "coregrind-glue/vex/host_vectors.def"
#undef HOST_VECTOR

/* --- what the host has --- */

enum feature { SHA, GFNI, VAES, VPCLMULQDQ, AVX_VNNI, FEATURES };

static Bool keeps_ymm(void)
{
  UInt a, b, c = 0, d, low, high;
  enum { SSE_AND_AVX = 6 };
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE))
    return False;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (low & SSE_AND_AVX) == SSE_AND_AVX;
}

static Bool host_has(enum feature feature)
{
  static Bool is_known, has[FEATURES];
  if (is_known)
    return has[feature];
  UInt a = 0, b = 0, c = 0, d = 0, more = 0, ignored;
  const Bool has_ymm = keeps_ymm();
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) && a > 0)
    (void)__get_cpuid_count(7, 1, &more, &ignored, &ignored, &ignored);
  has[SHA] = b >> 29 & 1;
  has[GFNI] = c >> 8 & 1;
  has[VAES] = has_ymm && (c >> 9 & 1);
  has[VPCLMULQDQ] = has_ymm && (c >> 10 & 1);
  has[AVX_VNNI] = has_ymm && (more >> 4 & 1);
  is_known = True;
  return has[feature];
}

/* --- the helpers --- */

enum { IN_MEMORY = 0xffff };

struct use {
  UShort result, second,
    last; /* registers, by their places in the guest state; the last one may be IN_MEMORY, at `operand` */
  UShort bytes;
};

/* The instruction's result is written in the bytes that it works on. */
#define CALL(bytes, move, registers_called, end)                                                                       \
  static void call_on_##bytes(VexGuestAMD64State *state, ULong packed, ULong operand, ULong code)                      \
  {                                                                                                                    \
    typedef UChar vector[bytes];                                                                                       \
    struct use use;                                                                                                    \
    VG_(memcpy)(&use, &packed, sizeof use);                                                                            \
    UChar *const registers = (UChar *)state;                                                                           \
    const void *last = use.last == IN_MEMORY ? (const void *)operand : registers + use.last;                           \
    __asm__ volatile("movups %[zero], %%xmm0\n " move " %[result], %%" registers_called "1\n " move                    \
                     " %[second], %%" registers_called "2\n " move " %[last], %%" registers_called "3\n"               \
                     " call *%[code]\n " move " %%" registers_called "1, %[result]\n " end                             \
                     : [result] "+m"(*(vector *)(registers + use.result))                                              \
                     : [zero] "m"(*(const UChar(*)[16])&state->guest_YMM0),                                            \
                       [second] "m"(*(const vector *)(registers + use.second)), [last] "m"(*(const vector *)last),     \
                       [code] "r"(code)                                                                                \
                     : "xmm0", "xmm1", "xmm2", "xmm3", "cc");                                                          \
  }
CALL(16, "movups", "xmm", "")
CALL(32, "vmovdqu", "ymm", "vzeroupper\n")
#undef CALL

/* --- the guest's instruction --- */

struct host_vector {
  enum feature feature;
  enum encoding encoding;
  UChar table, opcode, w;
  enum result result;
  UInt numbers;
  const UChar *code;
};

static const struct host_vector vectors[] = {
#define HOST_VECTOR(name, feature, encoding, table, opcode, w, result, numbers, text) \
  {feature, encoding, table, opcode, w, result, numbers, host_vector_##name},
#include "coregrind-glue/vex/host_vectors.def"
#undef HOST_VECTOR
};

/* What is encoded, and where. */
struct found {
  UInt modrm_at; /* in the instruction's bytes */
  UChar second;  /* as VEX prefixes name it */
  UChar reg_above, rm_above;
  Bool is_256;
};

static Bool is_legacy(const struct instruction *instruction, const struct host_vector *vector, struct found *ret)
{
  const UChar *code = instruction->code + instruction->opcode_at;
  if (code[0] != 0x0f || code[1] != vector->table || code[2] != vector->opcode || instruction->has_f2 ||
      instruction->has_f3 || instruction->has_lock || instruction->has_66 != (vector->encoding == LEGACY_66))
    return False;
  *ret = (struct found){instruction->opcode_at + 3, 0, (instruction->rex & 4) << 1, (instruction->rex & 1) << 3, False};
  return True;
}

static Bool is_vex(const struct instruction *instruction, const struct host_vector *vector, struct found *ret)
{
  enum { PP_66 = 1 };
  const UChar *code = instruction->code + instruction->opcode_at;
  const UChar table = vector->table == 0x38 ? 2 : 3;
  if (code[0] != 0xc4 || (code[1] & 0x1f) != table || code[3] != vector->opcode || (code[2] & 3) != PP_66 ||
      instruction->has_66 || instruction->has_f2 || instruction->has_f3 || instruction->has_lock || instruction->rex)
    return False;
  const Bool is_256 = (code[2] & 4) != 0;
  if ((vector->w != ANY && vector->w != code[2] >> 7) ||
      (is_256 ? vector->encoding == VEX_128 : vector->encoding == VEX_256))
    return False;
  *ret = (struct found){instruction->opcode_at + 4, ~code[2] >> 3 & 15, code[1] & 0x80 ? 0 : 8, code[1] & 0x20 ? 0 : 8,
                        is_256};
  return True;
}

static const struct host_vector *find(const struct instruction *instruction, struct found *ret)
{
  for (UInt i = 0; i < sizeof vectors / sizeof *vectors; i++) {
    const Bool is_old = vectors[i].encoding == LEGACY_NP || vectors[i].encoding == LEGACY_66;
    if ((is_old ? is_legacy : is_vex)(instruction, &vectors[i], ret) && host_has(vectors[i].feature))
      return &vectors[i];
  }
  return NULL;
}

/* --- the call --- */

static Int offset_of(UInt number)
{
  return OFFSET(YMM0) + 32 * (Int)number;
}

static void declare(IRDirty *dirty, IREffect effect, Int offset, UInt bytes)
{
  dirty->fxState[dirty->nFxState].fx = effect;
  dirty->fxState[dirty->nFxState].offset = (UShort)offset;
  dirty->fxState[dirty->nFxState].size = (UShort)bytes;
  dirty->fxState[dirty->nFxState].nRepeats = 0;
  dirty->fxState[dirty->nFxState].repeatLen = 0;
  dirty->nFxState++;
}

static void declare_registers(IRDirty *dirty, const struct host_vector *vector, const struct use *use,
                              Bool is_in_memory)
{
  declare(dirty, vector->result == WRITE ? Ifx_Write : Ifx_Modify, use->result, use->bytes);
  if (vector->encoding >= VEX_128)
    declare(dirty, Ifx_Read, use->second, use->bytes);
  if (!is_in_memory)
    declare(dirty, Ifx_Read, use->last, use->bytes);
  if (vector->result == MODIFY_BY_XMM0)
    declare(dirty, Ifx_Read, OFFSET(YMM0), use->bytes);
}

static const UChar *code_for(const struct host_vector *vector, UChar number)
{
  return vector->code + STRIDE * (number % vector->numbers);
}

static void make_call(const struct instruction *instruction, const struct host_vector *vector, const struct use *use,
                      IRExpr *operand, UChar number_given)
{
  ULong packed;
  VG_(memcpy)(&packed, use, sizeof packed);
  const Bool is_256 = use->bytes == 32;
  IRExpr **arguments = mkIRExprVec_4(IRExpr_GSPTR(), number(packed), operand ? operand : number(0),
                                     number((Addr)code_for(vector, number_given)));
  IRDirty *dirty = unsafeIRDirty_0_N(0, is_256 ? "host_vectors_256" : "host_vectors_128",
                                     is_256 ? (void *)call_on_32 : (void *)call_on_16, arguments);
  dirty->cee->mcx_mask = 0xf; /* the address is complained about by itself */
  declare_registers(dirty, vector, use, operand != NULL);
  if (operand) {
    dirty->mFx = Ifx_Read;
    dirty->mAddr = operand;
    dirty->mSize = use->bytes;
  }
  addStmtToIRSB(instruction->block, IRStmt_Dirty(dirty));
}

static void clear_above(const struct instruction *instruction, Int offset, UInt from)
{
  for (UInt at = from; at < 32; at += 8)
    write(instruction, offset + (Int)at, number(0));
}

UInt host_vectors_make(const struct instruction *instruction)
{
  enum { ALIGNMENT = 16 };
  struct found found;
  const struct host_vector *vector = find(instruction, &found);
  if (!vector)
    return 0;
  const UChar *modrm = instruction->code + found.modrm_at;
  const UInt number_at = found.modrm_at + 1 + instructions_operand_bytes(modrm),
             bytes = number_at + (vector->numbers > 1);
  const Bool is_old = vector->encoding == LEGACY_NP || vector->encoding == LEGACY_66;
  if (bytes > INSTRUCTION_BYTES_MAX)
    return 0;
  const struct use use = {(UShort)offset_of((modrm[0] >> 3 & 7u) | found.reg_above), (UShort)offset_of(found.second),
                          modrm[0] < 0xc0 ? IN_MEMORY : (UShort)offset_of((modrm[0] & 7u) | found.rm_above),
                          found.is_256 ? 32 : 16};
  IRExpr *operand = NULL;
  if (modrm[0] < 0xc0) {
    struct instruction as_legacy = *instruction;
    if (!is_old) /* in a VEX prefix the bits of REX are inverted */
      as_legacy.rex = (UChar)(~instruction->code[instruction->opcode_at + 1] >> 5 & 3);
    operand = instructions_operand_address(&as_legacy, modrm, bytes);
    if (is_old)
      trap_unless_zero(instruction, masked(instruction, operand, ALIGNMENT - 1));
  }
  make_call(instruction, vector, &use, operand, instruction->code[number_at]);
  if (!is_old)
    clear_above(instruction, use.result, use.bytes);
  return end_instruction(instruction, bytes);
}
