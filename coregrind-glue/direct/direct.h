/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Direct code (memcheck/pure/direct/direct_translate.c) in the core: its blocks, and the ways between it and VEX's
 * code. To the core a direct block is a few instructions under the guest's address that lead here. */
#ifndef SEEP_COREGRIND_GLUE_DIRECT_DIRECT_H
#define SEEP_COREGRIND_GLUE_DIRECT_DIRECT_H

#include <stdint.h>

#include "pub_tool_basics.h"
#include "pub_tool_vki.h"

#include "libvex.h"
#include "libvex_guest_amd64.h"

/* --- for the tool --- */

struct direct_policy {
  Bool is_on;
  UInt stress;                    /* leave direct code at random; a seed, 0: not */
  const uint64_t *lowest_stack_tag; /* NULL: there are no tags */
  const uint64_t
    *watched_tags; /* origins.h's `tagged`: no word there may be overwritten in direct code. NULL: any may */
  Bool (*may_copy)(Addr address); /* is nothing special about that instruction? */
  void (*go_on_at_alias)(void);   /* where code goes on that has put an alias into the instruction pointer */
  void (*return_to_core)(void);   /* likewise, by way of the core */
  /* Code counts (`seep cost`) instead of checking: counters, and which one it is of instructions that follow one
   * another. Of the rest nothing is needed but the three above. NULL: it checks. */
  int64_t *counters;
  uint32_t (*counter_of)(Addr address, const UChar *bytes, UInt instructions);
  /* Carries out a request of the preload library; the result for %rax. */
  ULong (*request)(VexGuestAMD64State *state, UInt request);
};

/* Once options are known. NULL: done; else what is missing, and there is no direct code. */
const HChar *direct_begin(const struct direct_policy *policy);

/* The state of [start, start + bytes) has changed, other than by a move of the stack pointer. */
void direct_memory_changed(Addr start, SizeT bytes);
/* Code there may be another now, or none. */
void direct_code_changed(Addr start, SizeT bytes);
/* A thread begins. */
void direct_thread_begins(ThreadId tid);

/* --- for the glue --- */

/* Is there direct code for that address now? Then *ret_bytes of the guest belong to its block. */
Bool direct_prepare(Addr address, UInt *ret_bytes);
/* Host code that enters direct code at the guest's instruction pointer; the guest state is in %rbp. */
void direct_enter(void);
/* The stack pointer has gone from one place to the other, which may be on another stack, or on this one after something
 * unknown has happened to it; then `from` is 0. */
void direct_stack_changed(Addr from, Addr to);

/* A fault: true when it was in direct code. Then the registers in the context are those with which execution goes on,
 * at precise code of the instruction. */
Bool direct_settle_fault(struct vki_ucontext *context);

#endif
