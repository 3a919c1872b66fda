/* SPDX-License-Identifier: GPL-2.0-or-later */
/* When a checked process sends SIGKILL to another checked one, that one would end without its leak check. So it is
 * first sent a signal of ours. It handles that as SIGKILL with the default action, as it would any fatal signal. When
 * it has reported everything, it ignores our signal, which the first process sees in /proc, and waits for the real
 * SIGKILL. So neither program can notice.
 *
 * If our signal stays pending it is blocked, and if reporting takes too long, the process is killed as it is. A process
 * that is just about to become another program may take our signal and forget it, so it is sent again. */
#include "coregrind-glue/syscalls/killed_process.h"

#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/wraps.h"
#include "coregrind-glue/syscalls/traced_faults.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum {
  OURS = 16, /* SIGSTKFLT, which nothing sends */
  QUEUED = -1, /* SI_QUEUE */
  POLL_MS = 2,
  TAKEN_WITHIN_MS = 300,
  DONE_WITHIN_MS = 30000,
  KILLED_WITHIN_MS = 2000,
  PATH_BYTES = 64,
  LINK_BYTES = 4096,
  STATUS_BYTES = 4096,
};

#define SET_OF_OURS (1UL << (OURS - 1))
#define MAGIC ((void *)0x5eeb1e55UL)

static Bool is_being_killed;

static void sleep_ms(int ms)
{
  raw_syscall(__NR_poll, 0, 0, ms, 0, 0, 0);
}

/* --- who kills --- */

static Bool is_same_program(Int pid)
{
  static HChar own[LINK_BYTES], others[LINK_BYTES];
  HChar path[PATH_BYTES];
  VG_(sprintf)(path, "/proc/%d/exe", pid);
  const long size = raw_syscall(__NR_readlink, (long)"/proc/self/exe", (long)own, sizeof own, 0, 0, 0);
  return size > 0 && raw_syscall(__NR_readlink, (long)path, (long)others, sizeof others, 0, 0, 0) == size &&
         VG_(memcmp)(own, others, (SizeT)size) == 0;
}

struct signals {
  ULong pending, ignored, caught;
};

static ULong set_of(const HChar *status, const HChar *name)
{
  const HChar *line = VG_(strstr)(status, name);
  return line ? VG_(strtoull16)(line + VG_(strlen)(name), NULL) : 0;
}

/* False: the process is gone, or a zombie. */
static Bool read_signals(Int pid, struct signals *ret)
{
  static HChar status[STATUS_BYTES];
  HChar path[PATH_BYTES];
  VG_(sprintf)(path, "/proc/%d/status", pid);
  const SizeT size = core_read_text(path, status, sizeof status);
  *ret = (struct signals){set_of(status, "ShdPnd:\t"), set_of(status, "SigIgn:\t"), set_of(status, "SigCgt:\t")};
  return size > 0 && !VG_(strstr)(status, "State:\tZ") && !VG_(strstr)(status, "State:\tX");
}

static Bool send_announcement(Int pid)
{
  vki_siginfo_t info;
  VG_(memset)(&info, 0, sizeof info);
  info.si_signo = OURS;
  info.si_code = QUEUED;
  info._sifields._rt._sigval.sival_ptr = MAGIC;
  return raw_syscall(__NR_rt_sigqueueinfo, pid, OURS, (long)&info, 0, 0, 0) == 0;
}

static ULong now_ms(void)
{
  return core_monotonic_ns() / 1000000;
}

/* Until the process has reported everything, or will not. */
static void wait_until_told(Int pid)
{
  const ULong started = now_ms();
  ULong sent = started;
  Bool was_taken = False;
  struct signals signals;
  while (now_ms() - started < DONE_WITHIN_MS && read_signals(pid, &signals) && (signals.ignored & SET_OF_OURS) == 0) {
    const Bool is_pending = (signals.pending & SET_OF_OURS) != 0, is_late = now_ms() - sent > TAKEN_WITHIN_MS;
    was_taken |= !is_pending;
    if (is_late && !was_taken)
      return;
    if (is_late && !is_pending && send_announcement(pid))
      sent = now_ms();
    sleep_ms(POLL_MS);
  }
}

void killed_process_before_kill(Int pid)
{
  struct signals signals;
  if (pid > 1 && is_same_program(pid) && read_signals(pid, &signals) &&
      (signals.caught & SET_OF_OURS) != 0 && send_announcement(pid))
    wait_until_told(pid);
}

/* --- who is killed --- */

void killed_process_on_signal(vki_siginfo_t *info)
{
  if (info->si_signo != OURS || info->si_code != QUEUED || info->_sifields._rt._sigval.sival_ptr != MAGIC)
    return;
  is_being_killed = True;
  info->si_signo = VKI_SIGKILL;
  info->si_code = VKI_SI_USER;
}

Bool killed_process_is_under_way(void)
{
  return is_being_killed;
}

void __wrap_vgPlain_kill_self(Int signal)
{
  enum { TRIES = 16 };
  const vki_sigaction_toK_t ignore = {.ksa_handler = VKI_SIG_IGN};
  if (is_being_killed) {
    raw_syscall(__NR_rt_sigaction, OURS, (long)&ignore, 0, sizeof ignore.sa_mask, 0, 0);
    sleep_ms(KILLED_WITHIN_MS);
  }
  traced_faults_note_end(signal);
  for (UInt i = 0; i < TRIES; i++) /* a tracer may take it away */
    __real_vgPlain_kill_self(signal);
  raw_syscall(__NR_kill, raw_syscall(__NR_getpid, 0, 0, 0, 0, 0, 0), VKI_SIGKILL, 0, 0, 0, 0);
}
