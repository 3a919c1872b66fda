/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "coregrind-glue/core/alternate_stacks.h"

#include "coregrind-glue/core/wraps.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"

enum { DISABLE = 2, ON_STACK = 1, ONCE = (Int)0x80000000 /* SS_AUTODISARM */, BYTES_MIN = 2048, FIRST_THREAD = 1 };

/* The core's own. */
void *VG_(get_ThreadState)(ThreadId tid);

/* --- where the core keeps them --- */

static vki_stack_t *found_in(UChar *slot, SizeT bytes, ThreadId tid)
{
  vki_stack_t *found = NULL;
  for (SizeT at = 0; at + sizeof *found <= bytes; at += sizeof(UWord)) {
    vki_stack_t *const stack = (vki_stack_t *)(void *)(slot + at);
    if ((Addr)stack->ss_sp != VG_(thread_get_altstack_min)(tid) ||
        stack->ss_size != VG_(thread_get_altstack_size)(tid) || stack->ss_flags != DISABLE)
      continue;
    if (found)
      return NULL; /* there is another one like it */
    found = stack;
  }
  return found;
}

/* NULL: this core keeps it in another way. */
static vki_stack_t *stack_of(ThreadId tid)
{
  static Bool is_searched;
  static PtrdiffT offset = -1;
  UChar *const slot = VG_(get_ThreadState)(tid);
  if (!is_searched && VG_(thread_get_altstack_size)(tid) == 0) {
    const SizeT bytes = (SizeT)((UChar *)VG_(get_ThreadState)(2) - (UChar *)VG_(get_ThreadState)(1));
    const vki_stack_t *const found = found_in(slot, bytes, tid);
    offset = found ? (const UChar *)found - slot : -1;
    is_searched = True;
  }
  vki_stack_t *const stack = (vki_stack_t *)(void *)(slot + offset);
  /* The core says in its own way that there is none. The first thread's flags are most often these; they are those of
   * the thread that has made the process, which nobody tells. */
  if (offset >= 0 && stack->ss_size == 0 && stack->ss_sp != NULL)
    *stack = (vki_stack_t){.ss_flags = tid == FIRST_THREAD ? 0 : DISABLE};
  return offset < 0 ? NULL : stack;
}

/* --- the kernel's rules --- */

static Bool is_on(const vki_stack_t *stack, Addr sp)
{
  const Addr start = (Addr)stack->ss_sp;
  return !(stack->ss_flags & ONCE) && sp > start && sp - start <= stack->ss_size;
}

static void answer(const vki_stack_t *stack, Addr sp, vki_stack_t *ret)
{
  VG_(memset)(ret, 0, sizeof *ret);
  ret->ss_sp = stack->ss_size == 0 ? NULL : stack->ss_sp;
  ret->ss_size = stack->ss_size;
  ret->ss_flags = (stack->ss_size == 0 ? DISABLE : is_on(stack, sp) ? ON_STACK : 0) | (stack->ss_flags & ONCE);
}

/* An errno value, or 0. */
static UWord change(vki_stack_t *stack, Addr sp, const vki_stack_t *wanted)
{
  const Int mode = wanted->ss_flags & ~ONCE;
  if (is_on(stack, sp))
    return VKI_EPERM;
  if (mode != DISABLE && mode != ON_STACK && mode != 0)
    return VKI_EINVAL;
  if (stack->ss_sp == wanted->ss_sp && stack->ss_size == wanted->ss_size && stack->ss_flags == wanted->ss_flags)
    return 0;
  if (mode != DISABLE && wanted->ss_size < BYTES_MIN)
    return VKI_ENOMEM;
  stack->ss_sp = mode == DISABLE ? NULL : wanted->ss_sp;
  stack->ss_size = mode == DISABLE ? 0 : wanted->ss_size;
  stack->ss_flags = wanted->ss_flags;
  return 0;
}

/* Both may be the same place. */
SysRes __wrap_vgPlain_do_sys_sigaltstack(ThreadId tid, vki_stack_t *wanted, vki_stack_t *ret_before)
{
  vki_stack_t copy, before, *const stack = stack_of(tid);
  const Addr sp = VG_(get_SP)(tid);
  if (wanted)
    copy = *wanted;
  if (!stack)
    return __real_vgPlain_do_sys_sigaltstack(tid, wanted ? &copy : NULL, ret_before);
  answer(stack, sp, &before);
  const UWord error = wanted ? change(stack, sp, &copy) : 0;
  if (error == 0 && ret_before)
    *ret_before = before;
  return (SysRes){._isError = error != 0, ._val = error};
}

/* --- handlers --- */

void alternate_stacks_before_handler(ThreadId tid)
{
  stack_of(tid);
}

void alternate_stacks_after_frame(ThreadId tid)
{
  vki_stack_t *const stack = stack_of(tid);
  if (stack && (stack->ss_flags & ONCE))
    *stack = (vki_stack_t){.ss_flags = DISABLE};
}

void alternate_stacks_after_handler(ThreadId tid, vki_stack_t *told)
{
  vki_stack_t *const stack = stack_of(tid);
  if (stack)
    change(stack, VG_(get_SP)(tid), told);
}
