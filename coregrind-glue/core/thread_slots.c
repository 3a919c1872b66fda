/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The core makes a table of --max-threads threads when it starts, touches all of it, and ends the run when there are
 * more. Here the table has room for more, which costs nothing until it is needed: then slots are added that are like
 * one that was never used. Only a slot's own number distinguishes two such slots; if anything else does, this core is
 * another one, and its table stays as it is. */
#include "coregrind-glue/core/thread_slots.h"

#include "coregrind-glue/core/wraps.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"

enum {
  SLOTS_MAX = 8192,
  LIMIT_OF_DATA = 2, LIMIT_OF_ADDRESS_SPACE = 9, /* RLIMIT_DATA, RLIMIT_AS: room that is not needed would count */
  NUMBERS_MAX = 4,            /* in a slot */
};

/* The core's own. */
void *VG_(get_ThreadState)(ThreadId tid);
Bool VG_(is_valid_tid)(ThreadId tid);

static UInt room;
static UInt *unused_slot; /* a copy; NULL: there can be no more slots */
static SizeT slot_words, numbers[NUMBERS_MAX], number_count;

UInt thread_slots_max(void)
{
  return room > VG_N_THREADS ? room : VG_N_THREADS;
}

static Bool is_limited(Int resource)
{
  struct vki_rlimit limit;
  return VG_(getrlimit)(resource, &limit) != 0 || limit.rlim_cur != ~0UL;
}

void __wrap_vgPlain_init_Threads(void)
{
  const UInt count = VG_N_THREADS;
  room = count < SLOTS_MAX && !is_limited(LIMIT_OF_DATA) && !is_limited(LIMIT_OF_ADDRESS_SPACE) ? SLOTS_MAX : count;
  VG_N_THREADS = room;
  __real_vgPlain_init_Threads();
  VG_N_THREADS = count;
}

/* The core's other table is made at the first system call, which comes before there is a second thread. */
void thread_slots_call(ThreadId tid, UInt trap)
{
  static Bool was_called;
  const UInt count = VG_N_THREADS;
  if (!was_called && unused_slot != NULL)
    VG_N_THREADS = room;
  const Bool is_first = !was_called;
  was_called = True;
  __real_vgPlain_client_syscall(tid, trap);
  if (is_first)
    VG_N_THREADS = count;
}

/* The core itself looks at slots only that have their number. */
static UInt *slot(ThreadId tid)
{
  return (UInt *)VG_(get_ThreadState)(1) + (tid - 1) * slot_words;
}

/* Where a slot has its number; False: slots differ otherwise. */
static Bool find_numbers(const UInt *last, const UInt *one_before)
{
  for (SizeT i = 0; i < slot_words; i++) {
    if (last[i] == one_before[i])
      continue;
    if (last[i] != VG_N_THREADS - 1 || one_before[i] != VG_N_THREADS - 2 || number_count == NUMBERS_MAX)
      return False;
    numbers[number_count++] = i;
  }
  return number_count > 0;
}

ThreadId __wrap_vgPlain_scheduler_init_phase1(void)
{
  const ThreadId first = __real_vgPlain_scheduler_init_phase1();
  const ThreadId last = VG_N_THREADS - 1;
  if (last < 3 || room == VG_N_THREADS)
    return first;
  slot_words = (SizeT)((UInt *)VG_(get_ThreadState)(2) - (UInt *)VG_(get_ThreadState)(1));
  if (find_numbers(slot(last), slot(last - 1))) {
    unused_slot = VG_(malloc)("seep.thread_slots", slot_words * sizeof *unused_slot);
    VG_(memcpy)(unused_slot, slot(last), slot_words * sizeof *unused_slot);
  }
  return first;
}

static Bool has_unused(void)
{
  for (ThreadId tid = 1; tid < VG_N_THREADS; tid++)
    if (!VG_(is_valid_tid)(tid))
      return True;
  return False;
}

static void add_slots(UInt count)
{
  const ThreadId first = VG_N_THREADS;
  VG_N_THREADS = count;
  for (ThreadId tid = first; tid < count; tid++) {
    VG_(memcpy)(slot(tid), unused_slot, slot_words * sizeof *unused_slot);
    for (SizeT i = 0; i < number_count; i++)
      slot(tid)[numbers[i]] = tid;
  }
}

ThreadId __wrap_vgPlain_alloc_ThreadState(void)
{
  if (unused_slot != NULL && VG_N_THREADS < room && !has_unused())
    add_slots(2 * VG_N_THREADS < room ? 2 * VG_N_THREADS : room);
  return __real_vgPlain_alloc_ThreadState();
}
