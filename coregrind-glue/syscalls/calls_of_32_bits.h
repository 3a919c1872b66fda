/* SPDX-License-Identifier: GPL-2.0-or-later */
/* 64-bit code can make system calls of 32-bit programs, by `int $0x80`: with other numbers, and arguments of 32 bits in
 * other registers. Those that do the same as a call of 64 bits become that one. All others fail, and the log says so,
 * as the core could not know what they do to the program. */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_CALLS_OF_32_BITS_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_CALLS_OF_32_BITS_H

#include "libvex_guest_amd64.h"
#include "libvex_trc_values.h"
#include "pub_tool_basics.h"

/* How generated code ends behind such an instruction; it is one of another system. */
enum { CALLS_OF_32_BITS_TRAP = VEX_TRC_JMP_SYS_INT210 };

enum { CALLS_OF_32_BITS_ARGUMENTS = 6 };

/* What the registers hold for such a call. */
void calls_of_32_bits_arguments(const VexGuestAMD64State *state, ULong *ret);

/* Is it allowed where only a few are (SECCOMP_MODE_STRICT)? */
Bool calls_of_32_bits_is_strict(Int number);

/* Make the call that the thread's registers ask for, after its trap. */
void calls_of_32_bits_make(ThreadId tid, UInt trap);

/* Around the kernel's part of any call. 0: it is none of these. */
ThreadId calls_of_32_bits_enter_kernel(VexGuestAMD64State *state);
void calls_of_32_bits_leave_kernel(ThreadId tid, VexGuestAMD64State *state);

/* A signal has ended the call that the thread was in, if any: its registers are what it was made with. */
void calls_of_32_bits_interrupted(ThreadId tid);

#endif
