/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A guest address has two translations: the speculative one under the address itself, and the precise one under its alias
 * (engine.h). To the core an alias is an address like any other, so it chains jumps to it and finds its code; only when the code
 * is made the alias is taken off, and put on again when the code is entered into the table.
 *
 * The guest's instruction pointer holds an alias between a jump to it and the first instruction there. Before the core could
 * show it to anyone, it is taken off, too: the instruction is begun again in speculative code, and left again. */
#include "memcheck/engine.h"
#include "memcheck/instrument.h"

#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"

static Bool at_alias;

/* --- translating --- */

Bool __real_vgPlain_translate(ThreadId tid, Addr address, Bool debugging, Int verbosity, ULong blocks_done, Bool redirects);
Bool __wrap_vgPlain_translate(ThreadId tid, Addr address, Bool debugging, Int verbosity, ULong blocks_done, Bool redirects);
Addr __real_vgPlain_redir_do_lookup(Addr address, Bool *ret_is_wrap);
Addr __wrap_vgPlain_redir_do_lookup(Addr address, Bool *ret_is_wrap);
void __real_vgPlain_add_to_transtab(const VexGuestExtents *extents, Addr entry, Addr code, UInt code_bytes,
                                    Bool is_self_checking, Int profile_offset, UInt instructions);
void __wrap_vgPlain_add_to_transtab(const VexGuestExtents *extents, Addr entry, Addr code, UInt code_bytes,
                                    Bool is_self_checking, Int profile_offset, UInt instructions);

Bool __wrap_vgPlain_translate(ThreadId tid, Addr address, Bool debugging, Int verbosity, ULong blocks_done, Bool redirects)
{
  at_alias = ENGINE_IS_ALIAS(address);
  instrument_choose(at_alias, redirects);
  return __real_vgPlain_translate(tid, ENGINE_WITHOUT_ALIAS(address), debugging, verbosity, blocks_done, redirects);
}

/* Code that was left for its alias is what was meant, whatever its address is redirected to. When VEX asks whether it may follow
 * a jump, there is nowhere to put the second answer. */
Addr __wrap_vgPlain_redir_do_lookup(Addr address, Bool *ret_is_wrap)
{
  if (!at_alias || ret_is_wrap == NULL)
    return __real_vgPlain_redir_do_lookup(address, ret_is_wrap);
  *ret_is_wrap = False;
  return address;
}

void __wrap_vgPlain_add_to_transtab(const VexGuestExtents *extents, Addr entry, Addr code, UInt code_bytes,
                                    Bool is_self_checking, Int profile_offset, UInt instructions)
{
  __real_vgPlain_add_to_transtab(extents, at_alias ? ENGINE_ALIAS(entry) : entry, code, code_bytes, is_self_checking,
                                 profile_offset, instructions);
}

/* --- hiding aliases --- */

static void take_off(ThreadId tid)
{
  Addr ip = VG_(get_IP)(tid);
  if (ENGINE_IS_ALIAS(ip))
    VG_(set_IP)(tid, ENGINE_WITHOUT_ALIAS(ip));
}

void __real_vgPlain_release_BigLock(ThreadId tid, Int state, const HChar *who);
void __wrap_vgPlain_release_BigLock(ThreadId tid, Int state, const HChar *who);
void __real_vgPlain_gdbserver(ThreadId tid);
void __wrap_vgPlain_gdbserver(ThreadId tid);

/* At the end of a time slice, and at system calls. */
void __wrap_vgPlain_release_BigLock(ThreadId tid, Int state, const HChar *who)
{
  take_off(tid);
  __real_vgPlain_release_BigLock(tid, state, who);
}

/* The core may be about to chain the jump, so the alias comes back unless the debugger has gone elsewhere. */
void __wrap_vgPlain_gdbserver(ThreadId tid)
{
  Addr ip = tid != VG_INVALID_THREADID ? VG_(get_IP)(tid) : 0;
  if (!ENGINE_IS_ALIAS(ip)) {
    __real_vgPlain_gdbserver(tid);
    return;
  }
  take_off(tid);
  __real_vgPlain_gdbserver(tid);
  if (VG_(get_IP)(tid) == ENGINE_WITHOUT_ALIAS(ip))
    VG_(set_IP)(tid, ip);
}
