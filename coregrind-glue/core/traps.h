/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the program is told of an instruction that traps. The core makes up a signal for some of these, but leaves out
 * the number and the error code that the processor gives, or takes another signal than the kernel. */
#ifndef SEEP_COREGRIND_GLUE_CORE_TRAPS_H
#define SEEP_COREGRIND_GLUE_CORE_TRAPS_H

#include "pub_tool_basics.h"
#include "pub_tool_vki.h"

/* As the kernel tells it; the processor's numbers of traps. */
enum {
  TRAP_DIVISION = 0,
  TRAP_STEP = 1,
  TRAP_BREAKPOINT = 3,
  TRAP_OVERFLOW = 4,
  TRAP_UNKNOWN = 6,
  TRAP_STACK = 12,
  TRAP_PROTECTION = 13,
  TRAP_PAGE = 14
};
struct trap {
  Int signal, code;
  Addr address; /* si_addr */
  UWord number, error;
};

/* Flags that VEX does not know are kept in its word for AC, where they are in the register. */
enum { TRAPS_TRAP_FLAG = 0x100, TRAPS_FLAGS_BESIDE_AC = 0x4000 /* of nested tasks */ | TRAPS_TRAP_FLAG };

/* The signal that the core is about to make up is this one; until it is withdrawn. */
void traps_announce(const struct trap *trap);
void traps_withdraw(void);

/* If the fault that the core is about to handle is told to the guest, its stack pointer is so many bytes higher: the
 * core may also make the stack larger and go on where the fault was. Until it is withdrawn. */
void traps_give_back(UInt bytes);

/* The breakpoint that the core is about to tell of is the trap after an instruction that the trap flag asks for. Asking
 * takes it back. */
void traps_note_step(void);
Bool traps_take_step(void);

/* The fault that the core is about to handle is of a store, or is not. Asking takes it back. */
void traps_note_access(Bool is_write);
Bool traps_take_access(void);

/* Puts right what the core has made up. */
void traps_amend(vki_siginfo_t *info);

/* The context that the frame's trap number and error code are to be taken from: this one, unless it is made up. */
const struct vki_ucontext *traps_amended_context(Int signal, const struct vki_ucontext *context);

#endif
