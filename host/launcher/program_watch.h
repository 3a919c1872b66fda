/* SPDX-License-Identifier: GPL-2.0-or-later */
/* News of a running program's heap: its record is read as it grows, and the program is made to write there what has
 * changed. It must not be disturbed by that.
 *
 * One that is checked fully looks itself whether somebody watches (shared/record/record_watch.h), and nothing in it is
 * interrupted. One that runs natively is asked, by another process, as that may take time: not before a hundred times
 * as long as its last answer took, nor while it does nothing, and in a moment when one of its threads runs, so that
 * none is woken that waits. Where no such moment is found for ten seconds, one is woken all the same, the next time
 * after twenty, and so on. */
#ifndef SEEP_HOST_LAUNCHER_PROGRAM_WATCH_H
#define SEEP_HOST_LAUNCHER_PROGRAM_WATCH_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "host/base/error.h"
#include "host/heap/top/live_record.h"
#include "host/launcher/asked_program.h"

struct program_watch {
  struct asked_program program;
  long every_ms;
  struct live_record *record;
  bool is_native, is_paused;
  int process; /* a descriptor of the process; -1: there are none */
  int answer;  /* of the asker's; -1: nobody is asking */
  pid_t asker;
  uint64_t sum;                           /* running_thread_sum() at the last news */
  long next_ms, woken_at_ms, patience_ms; /* when it is asked or looked at; and even if all its threads wait */
  char *state;                            /* a sentence on what keeps news from coming; NULL: nothing does */
  bool is_over;                           /* nothing more will come */
  bool is_gone;                           /* the process is */
};

/* `watch` has program and every_ms, else zeros. Waits for the first news, but not for long. To be ended in any case. */
struct error *program_watch_begin(struct program_watch *watch);
void program_watch_end(struct program_watch *watch);

/* Wait until there is something new, a key was pressed (`keys`, -1: there are none), or a signal came. True: there may
 * be news to show. */
bool program_watch_wait(struct program_watch *watch, int keys);

#endif
