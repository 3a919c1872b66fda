/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Periods are checked when the core lets the guest go on: nothing of the guest is half done then. While it sleeps, its
 * heap does not change.
 *
 * Signals are seen where the core asks its gdbserver whether the guest may have one (core_wraps.c). If the guest has no
 * handler, the signal must not end it, nor make a system call fail: so the core is told that the guest wants the
 * default action, with system calls restarted (restarted_signals.h). */
#include "memcheck/snapshot/snapshot_triggers.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/clock.h"
#include "memcheck/base/tool_settings.h"
#include "memcheck/snapshot/snapshot_peaks.h"
#include "memcheck/pure/snapshot/snapshot_periods.h"
#include "memcheck/snapshot/snapshot_threads.h"
#include "memcheck/snapshot/snapshots.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_vki.h"

enum {
  LABEL_BYTES = 256,
  CLOCK_POLL_CYCLES = 1 << 24, /* a few milliseconds: the system's clock is not read more often */
};

extern SysRes VG_(do_sys_sigaction)(Int number, const vki_sigaction_toK_t *action, vki_sigaction_fromK_t *ret_old);

static struct {
  bool at_exit;
  uint64_t signals;           /* set of 1 << number */
  bool signals_are_prepared;
  struct snapshot_periods periods;
  bool has_clock;             /* there is a period in seconds */
  uint64_t last_poll_cycles;
} triggers;

/* --- options --- */

static const struct {
  const HChar *name;
  Int number;
} signals[] = {
#define SNAPSHOT_SIGNAL(name) {#name, VKI_##name},
#include "shared/base/snapshot_signals.def"
};

static void add_signal(const HChar *name)
{
  for (unsigned i = 0; i < sizeof signals / sizeof signals[0]; i++)
    if (VG_(strcmp)(name, signals[i].name) == 0)
      triggers.signals |= UINT64_C(1) << signals[i].number;
}

static void note_periodic(const struct record_snapshot *snapshot)
{
  if (snapshot->problem.size == 0)
    snapshot_periods_keep(&triggers.periods, snapshot->id);
  else
    snapshot_periods_double(&triggers.periods);
}

void snapshot_triggers_add(const HChar *value)
{
  enum snapshot_clock clock;
  uint64_t every;
  if (VG_(strcmp)(value, "exit") == 0) {
    triggers.at_exit = true;
  } else if (VG_(strcmp)(value, "peak") == 0) {
    snapshot_peaks_watch();
  } else if (snapshot_period_parse(value, &clock, &every)) {
    snapshot_periods_add(&triggers.periods, clock, every);
    snapshots_when_done(RECORD_SNAPSHOT_PERIODIC, note_periodic);
    triggers.has_clock |= clock == SNAPSHOT_NANOSECONDS;
  } else {
    add_signal(value);
  }
}

void snapshot_triggers_note_threads(void)
{
  if (triggers.at_exit)
    snapshot_threads_note();
}

void snapshot_triggers_at_exit(bool has_verdicts)
{
  snapshots_finish();
  snapshot_peaks_tell();
  if (triggers.at_exit)
    snapshots_take_last(has_verdicts);
}

/* --- signals --- */

static bool is_wanted(Int number)
{
  return number > 0 && number < 64 && triggers.signals >> number & 1;
}

/* Before the first instruction of the guest; any earlier, the core has not set up its signals. */
static void prepare_signals(void)
{
  triggers.signals_are_prepared = true;
  for (Int number = 1; number < 64; number++)
    if (is_wanted(number))
      restarted_signals_add(number);
}

bool snapshot_triggers_on_signal(ThreadId tid, Int number)
{
  vki_sigaction_fromK_t action;
  if (!is_wanted(number))
    return false;
  snapshots_take(tid, RECORD_SNAPSHOT_BY_SIGNAL, core_string(""));
  return !sr_isError(VG_(do_sys_sigaction)(number, NULL, &action)) &&
         (action.ksa_handler == VKI_SIG_DFL || action.ksa_handler == VKI_SIG_IGN);
}

/* --- periods --- */

static void send_notice(const HChar *format, uint64_t number)
{
  HChar text[LABEL_BYTES];
  VG_(snprintf)(text, sizeof text, format, (ULong)number);
  channel_send_message(&(struct record_message){.class = RECORD_MESSAGE_SEEP, .text = core_string(text)});
  channel_flush();
}

static void thin_periodic(void)
{
  uint64_t ids[SNAPSHOTS_KEPT_MAX];
  const size_t count = snapshot_periods_thin(&triggers.periods, ids);
  for (size_t i = 0; i < count; i++)
    snapshots_remove(ids[i]);
  if (count > 0 && !settings.quiet)
    send_notice("Seep: every second periodic snapshot was removed, so that no more than %llu are kept; from now on the "
                "time between two "
                "is twice as long\n",
                SNAPSHOTS_KEPT_MAX);
}

static void take_periodic(ThreadId tid)
{
  thin_periodic();
  snapshots_take(tid, RECORD_SNAPSHOT_PERIODIC, core_string(""));
}

static bool is_clock_due(void)
{
  const uint64_t now = clock_cycles();
  if (!triggers.has_clock || now - triggers.last_poll_cycles < CLOCK_POLL_CYCLES)
    return false;
  triggers.last_poll_cycles = now;
  return snapshot_periods_due(&triggers.periods, SNAPSHOT_NANOSECONDS, clock_elapsed_ns());
}

void snapshot_triggers_tick(ThreadId tid)
{
  if (!triggers.signals_are_prepared)
    prepare_signals();
  snapshots_tick();
  if (triggers.periods.count == 0 || snapshots_are_being_written())
    return;
  const bool is_after_allocations = snapshot_periods_due(&triggers.periods, SNAPSHOT_ALLOCATIONS, clock_allocations);
  const bool is_after_bytes = snapshot_periods_due(&triggers.periods, SNAPSHOT_BYTES, clock_allocated_bytes);
  if (is_clock_due() || is_after_allocations || is_after_bytes)
    take_periodic(tid);
}

void snapshot_triggers_in_child(void)
{
  snapshots_in_child();
  snapshot_peaks_in_child();
  snapshot_periods_forget(&triggers.periods);
}
