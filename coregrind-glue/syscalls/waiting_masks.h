/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Calls that wait with other signals blocked than before and afterwards: sigsuspend(), ppoll(), pselect(),
 * epoll_pwait(), io_pgetevents(). A handler that ends the wait runs with what is blocked during it; the core blocks
 * what was blocked before. */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_WAITING_MASKS_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_WAITING_MASKS_H

#include "libvex_guest_amd64.h"
#include "pub_tool_basics.h"
#include "pub_tool_vki.h"

/* Around each system call. `was_interrupted`: it has failed with EINTR. */
void waiting_masks_before(ThreadId tid, UInt number, const UWord *arguments);
void waiting_masks_after(ThreadId tid, Bool was_interrupted);

/* A handler begins: the signals that are blocked in the call that it ends. False: it ends none that changes them. */
Bool waiting_masks_take(ThreadId tid, vki_sigset_t *ret);

/* Around the kernel's part of a call: of its own mask, these signals are open; registers of the guest are others
 * meanwhile. 0: it has no such mask, or they were open. */
ThreadId waiting_masks_open(UInt number, VexGuestAMD64State *state, UWord signals);
/* Also when a signal has ended the call, and if nothing was opened. */
void waiting_masks_close(ThreadId tid);

/* What the guest blocks in the thread now. */
void waiting_masks_blocked(ThreadId tid, vki_sigset_t *ret);

#endif
