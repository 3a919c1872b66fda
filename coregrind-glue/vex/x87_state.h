/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The x87 registers of a thread, as the processor has them. VEX keeps them as doubles and knows of the modes only which way is
 * rounded. Here its places hold more:
 *
 *   FPREG     the significands by number of the register, not of the stack, as MMX has them; their V bits are the register's
 *   FPTAG     bit 0: the register is not empty; bit 1: MMX has written it, so that sign and exponent are all ones
 *   FTOP      which register is st
 *   FPROUND   the control word: rounding where VEX has it, what else differs from the usual one in the upper half
 *   FC3210    the status word without the top of the stack
 *   V bits of CMSTART and CMLEN, which are always defined: signs and exponents
 *   V bits of SC_CLASS, IP_AT_SYSCALL and FTOP: of the last instruction the address, its operand's, and the rest
 *
 * So the core saves and copies them with the guest state and its shadows. */
#ifndef SEEP_COREGRIND_GLUE_VEX_X87_STATE_H
#define SEEP_COREGRIND_GLUE_VEX_X87_STATE_H

#include <stddef.h>

#include "libvex_basictypes.h"
#include "libvex_guest_amd64.h"

enum { X87_TAG_USED = 1, X87_TAG_OF_MMX = 2 }; /* in FPTAG */
enum { X87_REGISTERS = 8, X87_REGISTER_BYTES = 10, X87_USUAL_CONTROL = 0x37f };

/* As fnsave has it. */
struct x87_image {
  UInt control, status, tags;
  UInt ip;
  UShort code_segment, opcode;
  UInt operand, operand_segment;
  UChar registers[X87_REGISTERS][X87_REGISTER_BYTES]; /* st first */
};

void x87_state_to_image(const VexGuestAMD64State *state, struct x87_image *image);
/* `old` is what was loaded. */
void x87_state_from_image(VexGuestAMD64State *state, const struct x87_image *image, const struct x87_image *old);

/* All registers become empty, and modes the usual ones. */
void x87_state_begin(VexGuestAMD64State *state);

/* The last instruction, and its operand if it has one, were at these addresses of the guest. */
void x87_state_set_last(VexGuestAMD64State *state, Addr64 ip, UShort opcode, Addr64 operand);

#endif
