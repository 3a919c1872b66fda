// SPDX-License-Identifier: GPL-2.0-or-later
// Each instruction of x87 on many numbers, roundings and precisions: registers, tags, status and memory afterwards, as one sum.
// build: -O1
// compare: no, Memcheck computes with doubles
// run:
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct image {
  uint32_t control, status, tags, last[4];
  uint8_t registers[80];
} __attribute__((packed));

static const uint16_t numbers[][5] = {
  {0, 0, 0, 0, 0},                                   /* 0 */
  {0, 0, 0, 0, 0x8000},                              /* -0 */
  {0, 0, 0, 0x8000, 0x3fff},                         /* 1 */
  {0, 0, 0, 0x8000, 0xbffe},                         /* -0.5 */
  {0x3333, 0x3333, 0x3333, 0xb333, 0x3ffd},          /* 0.35 */
  {0xc235, 0x2168, 0xdaa2, 0xc90f, 0x4000},          /* pi */
  {0xcccd, 0xcccc, 0xcccc, 0xcccc, 0xbffb},          /* -0.1 */
  {0, 0x2000, 0xbcf0, 0xe35f, 0x4034},               /* a large integer */
  {1, 0, 0, 0x8000, 0x7000},
  {0xffff, 0xffff, 0xffff, 0xffff, 0x7ffe},          /* the largest */
  {1, 0, 0, 0, 0},                                   /* the smallest */
  {7, 0, 0, 0x0400, 0x8000},                         /* -, denormal */
  {0, 0, 0, 0x8000, 0x7fff},                         /* infinity */
  {0, 0, 0, 0x8000, 0xffff},
  {0x1337, 0, 0, 0xc000, 0x7fff},                    /* NaN */
  {0x1337, 0, 0, 0xa000, 0xffff},                    /* signalling NaN */
  {0x1337, 0, 0, 0x4000, 0x4000},                    /* unnormal, which is none */
};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

static uint64_t sum_of(uint64_t sum, const void *bytes, size_t count)
{
  const uint8_t *at = bytes;
  while (count-- > 0)
    sum = (sum ^ *at++) * 0x100000001b3;
  return sum;
}

static uint64_t sum_of_image(uint64_t sum, const struct image *image)
{
  const uint16_t words[] = {(uint16_t)image->control, (uint16_t)image->status, (uint16_t)image->tags};
  return sum_of(sum_of(sum, words, sizeof words), image->registers, sizeof image->registers);
}

static const uint16_t controls[] = {0x37f, 0x77f, 0xb7f, 0xf7f, 0x27f, 0x07f, 0xa7f};

#define EACH_CONTROL(i) for (unsigned i = 0; i < sizeof controls / sizeof *controls; i++)

/* The flags that it sets count, too; it may look at the carry, parity and zero flags. */
#define ON_TWO(text)                                                                                                  \
  do {                                                                                                                \
    uint64_t sum = 0;                                                                                                 \
    EACH_CONTROL(c)                                                                                                   \
    for (unsigned i = 0; i < NUMBERS * NUMBERS; i++) {                                                                \
      struct image image;                                                                                             \
      uint64_t flags = i % 3 == 0 ? 0x45 : i % 3 == 1 ? 0x01 : 0x04;                                                   \
      memset(&image, 0, sizeof image);                                                                                \
      __asm__ volatile("fninit; fldcw %2; fldt %3; fldt %4; sub $128, %%rsp; push %1; popf; " text                     \
                       "; pushf; pop %1; add $128, %%rsp; fnsave %0"                                                  \
                       : "=m"(image), "+r"(flags)                                                                     \
                       : "m"(controls[c]), "m"(numbers[i / NUMBERS]), "m"(numbers[i % NUMBERS])                       \
                       : "cc", "memory", "rax");                                                                      \
      flags &= 0x8d5;                                                                                                 \
      sum = sum_of_image(sum_of(sum, &flags, sizeof flags), &image);                                                  \
    }                                                                                                                 \
    printf("%s: %016lx\n", text, (unsigned long)sum);                                                                 \
  } while (0)

/* With the number in memory as the operand. */
#define ON_MEMORY(text)                                                                                               \
  do {                                                                                                                \
    uint64_t sum = 0;                                                                                                 \
    EACH_CONTROL(c)                                                                                                   \
    for (unsigned i = 0; i < NUMBERS * NUMBERS; i++) {                                                                \
      struct image image;                                                                                             \
      uint8_t memory[16] = {0};                                                                                       \
      memset(&image, 0, sizeof image);                                                                                \
      memcpy(memory, numbers[i % NUMBERS], 10);                                                                       \
      __asm__ volatile("fninit; fldcw %2; fldt %3; " text " %1; fnsave %0"                                            \
                       : "=m"(image), "+m"(memory)                                                                    \
                       : "m"(controls[c]), "m"(numbers[i / NUMBERS])                                                  \
                       : "cc", "memory");                                                                             \
      sum = sum_of_image(sum_of(sum, memory, sizeof memory), &image);                                                 \
    }                                                                                                                 \
    printf("%s memory: %016lx\n", text, (unsigned long)sum);                                                          \
  } while (0)

int main(void)
{
#define TEXT(text) ON_TWO(text);
  TEXT("fadd %%st(1), %%st") TEXT("fmul %%st(1), %%st") TEXT("fsub %%st(1), %%st") TEXT("fsubr %%st(1), %%st")
  TEXT("fdiv %%st(1), %%st") TEXT("fdivr %%st(1), %%st") TEXT("fadd %%st, %%st(1)") TEXT("fmul %%st, %%st(1)")
  TEXT("fsub %%st, %%st(1)") TEXT("fsubr %%st, %%st(1)") TEXT("fdiv %%st, %%st(1)") TEXT("fdivr %%st, %%st(1)")
  TEXT("faddp") TEXT("fmulp") TEXT("fsubp") TEXT("fsubrp") TEXT("fdivp") TEXT("fdivrp") TEXT("fadd %%st, %%st")
  TEXT("fcom") TEXT("fcomp") TEXT("fcompp") TEXT("fucom") TEXT("fucomp") TEXT("fucompp") TEXT("ftst") TEXT("fxam")
  TEXT("fcomi %%st(1), %%st") TEXT("fcomip %%st(1), %%st") TEXT("fucomi %%st(1), %%st") TEXT("fucomip %%st(1), %%st")
  TEXT("fcmovb %%st(1), %%st") TEXT("fcmove %%st(1), %%st") TEXT("fcmovbe %%st(1), %%st") TEXT("fcmovu %%st(1), %%st")
  TEXT("fcmovnb %%st(1), %%st") TEXT("fcmovne %%st(1), %%st") TEXT("fcmovnbe %%st(1), %%st") TEXT("fcmovnu %%st(1), %%st")
  TEXT("fcmovb %%st(2), %%st")
  TEXT("fxch") TEXT("fxch %%st(2)") TEXT("fld %%st") TEXT("fld %%st(1)") TEXT("fld %%st(5)") TEXT("fst %%st(1)") TEXT("fst %%st(3)")
  TEXT("fstp %%st") TEXT("fstp %%st(1)") TEXT("fstp %%st(2)") TEXT("ffree %%st(1)") TEXT("ffree %%st; fadd %%st(1), %%st")
  TEXT("fincstp; fadd %%st, %%st(7)") TEXT("fdecstp; fld1") TEXT("fdecstp; fchs") TEXT(".byte 0xdf, 0xc1")
  TEXT("fld1; fldl2t; fldl2e; fldpi; fldlg2; fldln2; fldz; fld1; fld1")
  TEXT("fchs") TEXT("fabs") TEXT("fsqrt") TEXT("frndint") TEXT("fxtract") TEXT("fscale") TEXT("fprem") TEXT("fprem1")
  TEXT("f2xm1") TEXT("fyl2x") TEXT("fyl2xp1") TEXT("fptan") TEXT("fpatan") TEXT("fsin") TEXT("fcos") TEXT("fsincos")
  TEXT("fnop") TEXT("fwait") TEXT("fnclex") TEXT("fninit") TEXT("fdivp; fnclex") TEXT("fdivp; fnstsw %%ax; fninit; sahf")
  TEXT(".byte 0xdc, 0xd1") TEXT(".byte 0xdc, 0xd9") TEXT(".byte 0xdd, 0xc9") TEXT(".byte 0xde, 0xd1") TEXT(".byte 0xdf, 0xc9")
  TEXT(".byte 0xdf, 0xd1") TEXT(".byte 0xdf, 0xd9") TEXT(".byte 0xd9, 0xd9") TEXT(".byte 0xdb, 0xe0") TEXT(".byte 0xdb, 0xe4")
#undef TEXT
#define TEXT(text) ON_MEMORY(text);
  TEXT("fadds") TEXT("fmuls") TEXT("fcoms") TEXT("fcomps") TEXT("fsubs") TEXT("fsubrs") TEXT("fdivs") TEXT("fdivrs")
  TEXT("faddl") TEXT("fmull") TEXT("fcoml") TEXT("fcompl") TEXT("fsubl") TEXT("fsubrl") TEXT("fdivl") TEXT("fdivrl")
  TEXT("fiadds") TEXT("fimuls") TEXT("ficoms") TEXT("ficomps") TEXT("fisubs") TEXT("fisubrs") TEXT("fidivs") TEXT("fidivrs")
  TEXT("fiaddl") TEXT("fimull") TEXT("ficoml") TEXT("ficompl") TEXT("fisubl") TEXT("fisubrl") TEXT("fidivl") TEXT("fidivrl")
  TEXT("flds") TEXT("fldl") TEXT("fldt") TEXT("filds") TEXT("fildl") TEXT("fildll") TEXT("fbld")
  TEXT("fsts") TEXT("fstl") TEXT("fstps") TEXT("fstpl") TEXT("fstpt") TEXT("fists") TEXT("fistl") TEXT("fistps") TEXT("fistpl")
  TEXT("fistpll") TEXT("fisttps") TEXT("fisttpl") TEXT("fisttpll") TEXT("fbstp") TEXT("fnstcw") TEXT("fnstsw")
}
