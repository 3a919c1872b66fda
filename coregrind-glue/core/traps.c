/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Between the core's making a signal up and its writing the frame, what it has made up is replaced. */
#include "coregrind-glue/core/traps.h"

#include "coregrind-glue/core/wraps.h"

#include <stddef.h>

#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"

static struct trap announced; /* no signal: none */
static UInt pushed_bytes; /* to give back */
static Bool is_step;

void traps_announce(const struct trap *trap)
{
  announced = *trap;
}

void traps_withdraw(void)
{
  announced.signal = 0;
  pushed_bytes = 0;
}

void traps_give_back(UInt bytes)
{
  pushed_bytes = bytes;
}

static void give_back(void)
{
  const ThreadId tid = VG_(get_running_tid)();
  const ULong sp = VG_(get_SP)(tid) + pushed_bytes;
  if (pushed_bytes != 0)
    VG_(set_shadow_regs_area)(tid, 0, (PtrdiffT)offsetof(VexGuestAMD64State, guest_RSP), sizeof sp, (const UChar *)&sp);
  pushed_bytes = 0;
}

void traps_note_step(void)
{
  is_step = True;
}

Bool traps_take_step(void)
{
  const Bool was_step = is_step;
  is_step = False;
  return was_step;
}

static Bool is_of_store;

void traps_note_access(Bool is_write)
{
  is_of_store = is_write;
}

Bool traps_take_access(void)
{
  const Bool was_of_store = is_of_store;
  is_of_store = False;
  return was_of_store;
}

void traps_amend(vki_siginfo_t *info)
{
  give_back();
  if (announced.signal == 0)
    return;
  VG_(memset)(info, 0, sizeof *info);
  info->si_signo = announced.signal;
  info->si_code = announced.code;
  info->_sifields._sigfault._addr = (void *)announced.address;
}

/* As the processor has them: one bit is always set, and interrupts are on. */
ULong __wrap_LibVEX_GuestAMD64_get_rflags(const VexGuestAMD64State *state)
{
  enum { ALWAYS_SET = 0x202, AC_AT = 18 };
  const ULong ac = state->guest_ACFLAG & 1, beside = state->guest_ACFLAG & TRAPS_FLAGS_BESIDE_AC;
  return __real_LibVEX_GuestAMD64_get_rflags(state) | ALWAYS_SET | ac << AC_AT | beside;
}

void __wrap_LibVEX_GuestAMD64_put_rflags(ULong flags, VexGuestAMD64State *state)
{
  __real_LibVEX_GuestAMD64_put_rflags(flags, state);
  state->guest_ACFLAG |= flags & TRAPS_FLAGS_BESIDE_AC;
}

const struct vki_ucontext *traps_amended_context(Int signal, const struct vki_ucontext *context)
{
  static struct vki_ucontext amended;
  if (announced.signal != signal)
    return context;
  VG_(memset)(&amended, 0, sizeof amended);
  amended.uc_mcontext.trapno = announced.number;
  amended.uc_mcontext.err = announced.error;
  return &amended;
}
