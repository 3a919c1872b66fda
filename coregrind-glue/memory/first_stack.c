/* SPDX-License-Identifier: GPL-2.0-or-later */
 /* As in the kernel: 128 KiB below what the program finds on its stack are mapped from the start, and any access down
  * to the limit makes the stack grow, however far it is from the stack pointer. The limit is what it is at that time.
  * The core keeps 16 MiB free at most, and lets the stack grow down to the stack pointer only. */
#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/wraps.h"
#include "coregrind-glue/memory/first_stack.h"

#include "pub_tool_aspacemgr.h"

extern Addr VG_(clstk_end); /* its last byte */
extern Word VG_(clo_main_stacksize); /* 0: the limit counts */
extern struct vki_rlimit VG_(client_rlimit_stack);
extern const NSegment *VG_(am_next_nsegment)(const NSegment *here, Bool forwards);
extern Bool VG_(extend_stack)(ThreadId tid, Addr address);

#define MAPPED_BELOW ((SizeT)128 << 10)
#define ROOM_MIN ((SizeT)128 << 20) /* so that a limit which is raised counts */
#define ROOM_MAX ((SizeT)16 << 30)

static Addr wanted_start; /* of what the core is about to map as the stack */

static SizeT least(SizeT a, SizeT b)
{
  return a < b ? a : b;
}

static SizeT limit_bytes(void)
{
  const SizeT limit = VG_(client_rlimit_stack).rlim_cur, option = (SizeT)VG_(clo_main_stacksize);
  return limit > option ? limit : option;
}

/* The core reserves room for the stack, and then maps its upper part. */
Bool first_stack_reserve(Addr start, SizeT bytes, SSizeT extra)
{
  const SizeT limit = least(limit_bytes(), ROOM_MAX), room = limit > ROOM_MIN ? VG_PGROUNDUP(limit) : ROOM_MIN;
  const Addr end = start + bytes - MAPPED_BELOW;
  if (bytes <= MAPPED_BELOW || room <= bytes ||
      !REAL(am_create_reservation)(end - room, room, SmUpper, extra + (SSizeT)MAPPED_BELOW))
    return False;
  wanted_start = end + MAPPED_BELOW;
  return True;
}

SizeT first_stack_mapped_below(Addr start)
{
  const Bool is_stack = start == wanted_start && start != 0;
  wanted_start = 0;
  return is_stack ? MAPPED_BELOW : 0;
}

/* --- growing --- */

static Bool may_reach(Addr start)
{
  return VG_(clstk_end) + 1 - start <= limit_bytes();
}

const NSegment *WRAPPED(am_extend_into_adjacent_reservation_client)(Addr address, SSizeT bytes, Bool *ret_overflow)
{
  *ret_overflow = bytes < 0 && !may_reach(address + (Addr)bytes);
  return *ret_overflow ? NULL : REAL(am_extend_into_adjacent_reservation_client)(address, bytes, ret_overflow);
}

/* The kernel leaves a page free below it, and the core likewise. */
Bool first_stack_settle_fault(Addr address)
{
  const NSegment *const room = VG_(am_find_nsegment)(address);
  if (!room || room->kind != SkResvn || room->smode != SmUpper)
    return False;
  const NSegment *const stack = VG_(am_next_nsegment)(room, True);
  const Addr start = VG_PGROUNDDN(address);
  return stack && stack->kind == SkAnonC && start - room->start > VKI_PAGE_SIZE && may_reach(start) &&
         VG_(extend_stack)(1, start);
}
