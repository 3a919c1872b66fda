/* SPDX-License-Identifier: GPL-2.0-or-later */
/* In front of each helper stand a few instructions, made from host_instructions.def: if the host has what they need,
 * they do the work and return, and change no register but VEX's scratch registers; else the helper is called with all
 * others saved. */
#include "coregrind-glue/vex/host_instructions.h"

#include "coregrind-glue/vex/kept_registers.h"

#include <cpuid.h>
#include <stddef.h>

#include "libvex_guest_amd64.h"

/* --- what the host has --- */

/* FEATURE(name, its bit here, leaf of CPUID, register of the answer, bit in it, whether it needs the upper halves of
 * %ymm) */
#define FEATURES(FEATURE)                                \
  FEATURE(SSSE3, 0x01, 1, ecx, bit_SSSE3, False)         \
  FEATURE(SSE4_1, 0x02, 1, ecx, bit_SSE4_1, False)       \
  FEATURE(SSE4_2, 0x04, 1, ecx, bit_SSE4_2, False)       \
  FEATURE(PCLMUL, 0x08, 1, ecx, bit_PCLMUL, False)       \
  FEATURE(AES, 0x10, 1, ecx, bit_AES, False)             \
  FEATURE(AVX, 0x20, 1, ecx, bit_AVX, True)              \
  FEATURE(FMA, 0x40, 1, ecx, bit_FMA, True)              \
  FEATURE(AVX2, 0x80, 7, ebx, bit_AVX2, True)            \
  FEATURE(BMI2, 0x100, 7, ebx, bit_BMI2, False)

/* A set of FEATURES; generated code runs by it. */
static UInt host_instructions_present __attribute__((used));

/* Does the kernel keep %ymm registers? */
static Bool keeps_ymm(UInt leaf_1_ecx)
{
  UInt low, high, sse_and_avx = 6;
  if (!(leaf_1_ecx & bit_OSXSAVE))
    return False;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (low & sse_and_avx) == sse_and_avx;
}

void host_instructions_init(void)
{
  struct {
    UInt eax, ebx, ecx, edx;
  } leaf_1 = {0}, leaf_7 = {0};
  __get_cpuid(1, &leaf_1.eax, &leaf_1.ebx, &leaf_1.ecx, &leaf_1.edx);
  __get_cpuid_count(7, 0, &leaf_7.eax, &leaf_7.ebx, &leaf_7.ecx, &leaf_7.edx);
  Bool has_ymm = keeps_ymm(leaf_1.ecx);
#define FIND(name, own_bit, leaf, answer, its_bit, needs_ymm)             \
  if ((leaf_##leaf.answer & (its_bit)) && (has_ymm || !(needs_ymm)))      \
    host_instructions_present |= (own_bit);
  FEATURES(FIND)
#undef FIND
}

/* --- the instructions --- */

#define SYMBOL(name, own_bit, ...) __asm__(".set has_" #name ", " #own_bit "\n");
FEATURES(SYMBOL)
#undef SYMBOL

/* The name in assembly of a place in the guest state. */
static __attribute__((used)) void name_places(void)
{
  __asm__ volatile(".set host_instructions_xmm0, %c0\n" : : "i"(offsetof(VexGuestAMD64State, guest_YMM0)));
}

/* Calls the helper in %rax. */
__asm__(
  ".text\n"
  ".balign 16\n"
  "host_instructions_start:\n"
  "host_instructions_software:\n"
  CALL_AND_KEEP_REGISTERS(""));

/* The string comparisons with each constant, eight bytes apart. */
__asm__(
  ".macro compare_strings operation\n"
  ".set constant, 0\n"
  ".rept 256\n"
  ".balign 8\n"
  "\\operation $constant, %xmm1, %xmm0\n"
  "retq\n"
  ".set constant, constant + 1\n"
  ".endr\n"
  ".endm\n"
  ".balign 8\n"
  "host_instructions_strings:\n"
  "compare_strings pcmpestrm\n"
  "compare_strings pcmpestri\n"
  "compare_strings pcmpistrm\n"
  "compare_strings pcmpistri\n");

#define NEEDS_BASELINE ""
#define NEEDS_SSSE3 NEEDS("SSSE3")
#define NEEDS_SSE4_1 NEEDS("SSE4_1")
#define NEEDS_SSE4_2 NEEDS("SSE4_2")
#define NEEDS_PCLMUL NEEDS("PCLMUL")
#define NEEDS_AES NEEDS("AES")
#define NEEDS_AVX NEEDS("AVX")
#define NEEDS_FMA NEEDS("FMA")
#define NEEDS_AVX2 NEEDS("AVX2")
#define NEEDS_BMI2 NEEDS("BMI2")
#define NEEDS(feature) "testl $has_" feature ", host_instructions_present(%rip)\n jz 9f\n"

#define HELPER(symbol, operands, feature, code)         \
  __asm__(                                              \
    ".balign 16\n"                                      \
    ".globl __wrap_" #symbol "\n"                       \
    "__wrap_" #symbol ":\n"                             \
    NEEDS_##feature                                     \
    code                                                \
    "  retq\n"                                          \
    "9: movq __real_" #symbol "@GOTPCREL(%rip), %rax\n" \
    "  jmp host_instructions_software\n");
#define HELPER_IF_THERE(symbol, operands, feature, code) \
  __asm__(".weak __real_" #symbol "\n");                 \
  HELPER(symbol, operands, feature, code)
#include "coregrind-glue/vex/host_instructions.def"
#undef HELPER
#undef HELPER_IF_THERE

__asm__("host_instructions_end:\n");

Bool host_instructions_compare_strings(void)
{
  enum {
#define NAME_BIT(name, own_bit, ...) BIT_##name = (own_bit),
    FEATURES(NAME_BIT)
#undef NAME_BIT
  };
  return (host_instructions_present & BIT_SSE4_2) != 0;
}

Bool host_instructions_contain(Addr address)
{
  extern const UChar host_instructions_start[], host_instructions_end[];
  return address >= (Addr)host_instructions_start && address < (Addr)host_instructions_end;
}
