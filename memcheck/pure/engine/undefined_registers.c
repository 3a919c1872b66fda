/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Registers of one size lie side by side in the guest state, in a few runs; so have the bits that stand for them. A
 * range of the state becomes a range of bits of each run. */
#include "memcheck/pure/engine/undefined_registers.h"

#include <stdbool.h>

#define AT(field) offsetof(VexGuestAMD64State, guest_##field)

/* Integer registers have low bits, so that tests of them alone are short. What the engine takes as always defined is
 * left out as far as it lies between others; asking for it does no harm. */
const struct register_run register_runs[REGISTER_RUNS] = {
  {AT(RAX), AT(CC_OP), 8, 0},
  {AT(CC_DEP1), AT(CC_NDEP), 8, 16},
  {AT(ACFLAG), AT(IDFLAG), 8, 18},
  {AT(YMM0), AT(FTOP), 32, 32},
  {AT(FPREG), AT(FPTAG), 64, 19},
  {AT(NRADDR), AT(SC_CLASS), 8, 20},
  {AT(GS_CONST), AT(GS_CONST) + 8, 8, 21},
  {AT(FS_CONST), AT(FS_CONST) + 8, 8, 22},
};

const struct register_run *undefined_registers_run(int bit)
{
  const struct register_run *run = register_runs;
  while (bit < run->first_bit || bit - run->first_bit >= (run->end - run->start) / run->bytes)
    run++;
  return run;
}

/* Bits [first, end) of a word; none when first >= end. */
static uint64_t bits(int first, int end)
{
  return first < end ? ~UINT64_C(0) >> (64 - (end - first)) << first : 0;
}

/* Asked for a million times a second, so without a step for each register. */
uint64_t undefined_registers_touched(int offset, int bytes)
{
  uint64_t touched = 0;
  for (unsigned i = 0; i < REGISTER_RUNS; i++) {
    const struct register_run *run = &register_runs[i];
    int start = offset > run->start ? offset : run->start;
    int end = offset + bytes < run->end ? offset + bytes : run->end;
    if (start < end)
      touched |= bits((start - run->start) / run->bytes, (end - 1 - run->start) / run->bytes + 1) << run->first_bit;
  }
  return touched;
}

uint64_t undefined_registers_covered(int offset, int bytes)
{
  uint64_t covered = 0;
  for (unsigned i = 0; i < REGISTER_RUNS; i++) {
    const struct register_run *run = &register_runs[i];
    int start = offset > run->start ? offset : run->start;
    int end = offset + bytes < run->end ? offset + bytes : run->end;
    if (start < end)
      covered |= bits((start - run->start + run->bytes - 1) / run->bytes, (end - run->start) / run->bytes)
                 << run->first_bit;
  }
  return covered;
}

static bool has_any(const VexGuestAMD64State *v_bits, int start, int bytes)
{
  uint64_t any = 0;
  for (int word = 0; word < bytes; word += REGISTER_WORD_BYTES) {
    uint64_t value;
    __builtin_memcpy(&value, (const char *)v_bits + start + word, sizeof value);
    any |= value;
  }
  return any != 0;
}

uint64_t undefined_registers_among(const VexGuestAMD64State *v_bits, uint64_t registers)
{
  uint64_t undefined = 0;
  for (; registers != 0; registers &= registers - 1) {
    const int bit = __builtin_ctzll(registers);
    const struct register_run *run = undefined_registers_run(bit);
    if (has_any(v_bits, register_run_place(run, bit), run->bytes))
      undefined |= UINT64_C(1) << bit;
  }
  return undefined;
}

uint64_t undefined_registers_in(const VexGuestAMD64State *v_bits)
{
  return undefined_registers_among(v_bits, undefined_registers_touched(0, sizeof *v_bits));
}
