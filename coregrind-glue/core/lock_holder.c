/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Only who wants the lock knows that its holder should go on. So a thread that waits for the lock has a timer, whose
 * signal comes while it waits. Its handler asks the kernel what the holder does. If that waits for a page, the page is
 * made to fault, and a signal wakes the holder, so that it makes the access again. If it is dead, the lock is given
 * back in its place. */
#include "coregrind-glue/core/lock_holder.h"

#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core/core_basics.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vkiscnums.h"

enum { PERIOD_NS = 2000000, TO_THREAD = 4 /* SIGEV_THREAD_ID */ };
enum { TIMER_CREATE = 222, TIMER_SETTIME = 223, TIMER_DELETE = 226, SEND_SIGNAL = 297 /* rt_tgsigqueueinfo */ };
enum { FROM_TIMER = -2 /* SI_TIMER */, FROM_THREAD = -1 /* SI_QUEUE */ };

/* As the kernel has them. */
struct timer_signal {
  const void *value;
  Int signal, how, thread, unused[11];
};
struct timer_times {
  long period_s, period_ns, first_s, first_ns;
};

extern ThreadId VG_(running_tid);
extern Int vgModuleLocal_get_sched_lock_owner(void *lock);

static void (*make_holder_fault)(void), (*give_back)(void); /* NULL: nobody watches */
static void *core_lock;                                     /* NULL: nobody has taken it yet */
static Int holder; /* the kernel's number of the thread; of value while some thread runs */
static const char mark; /* its address is in our signals */

static long call(long number, long a, long b, long c, long d)
{
  return raw_syscall(number, a, b, c, d, 0, 0);
}

void lock_holder_watch(void (*make_fault)(void))
{
  make_holder_fault = make_fault;
}

void lock_holder_watch_deaths(void (*function)(void))
{
  give_back = function;
}

Int lock_holder_thread(void)
{
  return core_lock ? vgModuleLocal_get_sched_lock_owner(core_lock) : 0;
}

/* --- the waiting thread --- */

Int lock_holder_begin_wait(void *lock)
{
  core_lock = lock;
  const struct timer_signal signal = {
    .value = &mark, .signal = VKI_SIGSEGV, .how = TO_THREAD, .thread = (Int)call(__NR_gettid, 0, 0, 0, 0)};
  const struct timer_times times = {.period_ns = PERIOD_NS, .first_ns = PERIOD_NS};
  Int timer;
  if ((!make_holder_fault && !give_back) ||
      call(TIMER_CREATE, VKI_CLOCK_MONOTONIC, (long)&signal, (long)&timer, 0) != 0)
    return -1;
  call(TIMER_SETTIME, timer, 0, (long)&times, 0);
  return timer;
}

void lock_holder_end_wait(Int timer)
{
  if (make_holder_fault)
    holder = (Int)call(__NR_gettid, 0, 0, 0, 0);
  if (timer >= 0)
    call(TIMER_DELETE, timer, 0, 0, 0);
}

/* --- what its holder does --- */

/* The function of the kernel in which a thread waits. */
static Bool waits_in(Int thread, const HChar *function)
{
  HChar path[64], name[64];
  VG_(sprintf)(path, "/proc/self/task/%d/wchan", thread);
  core_read_text(path, name, sizeof name);
  return VG_(strcmp)(name, function) == 0;
}

static void wake(Int thread)
{
  const Int process = (Int)call(__NR_getpid, 0, 0, 0, 0);
  vki_siginfo_t info;
  VG_(memset)(&info, 0, sizeof info);
  info.si_signo = VKI_SIGSEGV;
  info.si_code = FROM_THREAD;
  info._sifields._rt._pid = process;
  info._sifields._rt._sigval.sival_ptr = (void *)&mark;
  call(SEND_SIGNAL, process, thread, VKI_SIGSEGV, (long)&info);
}

static void free_holder(void)
{
  const Int thread = holder;
  void (*const give)(void) = give_back; /* which another thread may set meanwhile */
  if (give)
    give();
  if (!make_holder_fault || VG_(running_tid) == VG_INVALID_THREADID || !waits_in(thread, "handle_userfault"))
    return;
  make_holder_fault();
  wake(thread);
}

Bool lock_holder_took_signal(const vki_siginfo_t *info)
{
  if ((info->si_code != FROM_TIMER && info->si_code != FROM_THREAD) || info->_sifields._rt._sigval.sival_ptr != &mark)
    return False;
  if (info->si_code == FROM_TIMER)
    free_holder();
  return True;
}
