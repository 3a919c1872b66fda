/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The x87 registers of a thread, as the processor has them. VEX keeps them as doubles and knows of the modes only which
 * way is rounded. Here its places hold more:
 *
 *   FPREG     the significands by number of the register, not of the stack, as MMX has them; their V bits are the
 *             register's
 *   FPTAG     bit 0: the register is not empty; bit 1: MMX has written it, so that sign and exponent are all ones
 *   FTOP      which register is st
 *   FPROUND   the control word: rounding where VEX has it, what else differs from the usual one in the upper half
 *   FC3210    the status word without the top of the stack
 *   V bits of CMSTART and CMLEN, which are always defined: signs and exponents
 *   V bits of SC_CLASS, IP_AT_SYSCALL and FTOP: of the last instruction the address, its operand's, and its opcode
 *
 * So the core saves and copies them with the guest state and its shadows. */
#ifndef SEEP_COREGRIND_GLUE_VEX_X87_STATE_H
#define SEEP_COREGRIND_GLUE_VEX_X87_STATE_H

#include <stddef.h>

#include "libvex_basictypes.h"
#include "libvex_guest_amd64.h"

enum { X87_TAG_USED = 1, X87_TAG_OF_MMX = 2 }; /* in FPTAG */
enum { X87_REGISTERS = 8, X87_REGISTER_BYTES = 10, X87_USUAL_CONTROL = 0x37f };

/* The status tells how numbers compare. Its place counts as defined always; so what has undefined bits in its stead is
 * a part of the register that VEX itself uses only within an instruction: eight bytes there. */
enum { X87_CONDITIONS_AT = offsetof(VexGuestAMD64State, guest_YMM16) + 24 };

/* As fxsave has it. */
struct x87_area {
  UShort control, status;
  UChar tags, reserved; /* a bit for each register that is not empty */
  UShort opcode;
  ULong ip, operand;
  UInt modes, modes_mask; /* of SSE */
  UChar registers[X87_REGISTERS][16]; /* st first */
  UChar vectors[16][16], others[96];
} __attribute__((aligned(16)));

/* But for the modes of SSE and vectors, and the bytes between registers. */
void x87_state_to_area(const VexGuestAMD64State *state, struct x87_area *area);
void x87_state_from_area(VexGuestAMD64State *state, const struct x87_area *area);

/* To the processor's registers, vectors among them, and back; then those of x87 are empty, and modes are VEX's. */
enum { X87_EXCEPTION_WAITS = 0x80, X87_CONTROL_OF_VEX = 0x27f }; /* in the status */
static inline void x87_state_load(const struct x87_area *area)
{
  __asm__ volatile("fxrstor64 %0" : : "m"(*area));
}

/* What the processor has goes to the area. The processor is left as VEX wants it. */
static inline void x87_state_store(struct x87_area *area)
{
  static const UShort control = X87_CONTROL_OF_VEX;
  __asm__ volatile("fxsave64 %0" : "=m"(*area));
  if (area->status & X87_EXCEPTION_WAITS)
    __asm__ volatile("fnclex");
  __asm__ volatile("emms\n\tfldcw %0" : : "m"(control));
}

/* All registers become empty, and modes the usual ones. */
void x87_state_begin(VexGuestAMD64State *state);

#endif
