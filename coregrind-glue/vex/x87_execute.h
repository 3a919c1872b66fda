/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Instructions of x87, as translated code calls them: the processor executes them on the thread's registers
 * (x87_state.h). */
#ifndef SEEP_COREGRIND_GLUE_VEX_X87_EXECUTE_H
#define SEEP_COREGRIND_GLUE_VEX_X87_EXECUTE_H

#include "libvex_basictypes.h"
#include "libvex_guest_amd64.h"

/* What is to be executed, and what is returned. Registers are told by their distance from st, as it was before. */
enum {
  X87_OPCODE_AT = 8,          /* the ModRM byte lies below it */
  X87_SHORT = 1 << 16,        /* with an operand-size prefix, for environments as they were in 16 bits */
  X87_MOVE_IF = 1 << 17,      /* `b` says whether */
  X87_GIVES_REGISTER_AT = 20, /* the significand of that register, but for these: */
  X87_GIVES_FLAGS = 1 << 18,
  X87_GIVES_STATUS = 1 << 19,
  X87_GIVES_CHANGE = 1 << 23, /* ... xored with `a`, and the second with `b` */
  X87_HOLDS = 1 << 27, /* what is stored, eight bytes, xored with `a`; nothing changes until x87_execute_held(); the
                          second: is anything stored? */
  X87_SECOND_AT = 24,  /* and of that one, for x87_execute_second(); the status, if that is given */
};

/* The instruction at `ip`; `a` and `b` are what its result depends on, for those who watch. May fault, and then nothing
 * has changed. */
ULong x87_execute(VexGuestAMD64State *state, ULong what, ULong ip, ULong operand, ULong a, ULong b);
/* Behind it; `a` likewise. */
ULong x87_execute_second(ULong a);
void x87_execute_held(VexGuestAMD64State *state);
#endif
