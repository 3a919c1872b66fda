/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which registers have undefined bits, in one word: a bit for each of the guest's registers, clear when all of the
 * register's V bits are. Speculative code tests it once per block instead of looking at shadow registers. The word lies
 * in the guest state (ENGINE_UNDEFINED); precise code brings it up to date whenever it leaves a block. */
#ifndef SEEP_MEMCHECK_PURE_ENGINE_UNDEFINED_REGISTERS_H
#define SEEP_MEMCHECK_PURE_ENGINE_UNDEFINED_REGISTERS_H

#include <stddef.h>
#include <stdint.h>

#include "libvex_basictypes.h"
#include "libvex_guest_amd64.h"

/* A run of registers of one size in the guest state; each has a bit. */
struct register_run {
  uint16_t start, end; /* offsets in VexGuestAMD64State */
  uint16_t bytes;      /* of one register */
  uint16_t first_bit;
};

enum { REGISTER_RUNS = 8, REGISTER_WORD_BYTES = 8, UNDEFINED_REGISTERS_BITS = 64 };
extern const struct register_run register_runs[REGISTER_RUNS];

/* The run that a bit of the word belongs to. */
const struct register_run *undefined_registers_run(int bit);
/* Where the register of that bit is in the guest state. */
static inline int register_run_place(const struct register_run *run, int bit)
{
  return run->start + (bit - run->first_bit) * run->bytes;
}

/* The bits of registers that [offset, offset + bytes) of the guest state overlaps; of those that it covers. */
uint64_t undefined_registers_touched(int offset, int bytes);
uint64_t undefined_registers_covered(int offset, int bytes);

/* A bit of the word that belongs to no register: some of the others may be set without need. */
#define UNDEFINED_REGISTERS_GUESSED (UINT64_C(1) << 63)

/* The word as the V bits of all registers have it; of those with bits in `registers` alone. */
uint64_t undefined_registers_in(const VexGuestAMD64State *v_bits);
uint64_t undefined_registers_among(const VexGuestAMD64State *v_bits, uint64_t registers);

#endif
