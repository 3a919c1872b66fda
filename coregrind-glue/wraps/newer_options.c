/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Before the core enters translated code it sets how many blocks may run: the rest of the thread's time slice of
 * 100,000 blocks. --scheduling-quantum lowers that number. --vgdb-stop-at is a set of bits in the core, which does not
 * look at bits that it does not know; so one of them stands for abexit if it does not know that. */
#include "coregrind-glue/wraps/newer_options.h"

#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/wraps.h"
#include "coregrind-glue/port/port.h"
#include "coregrind-glue/tool.h"

#include "pub_tool_gdbserver.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_threadstate.h"

/* --- --vgdb-stop-at --- */

enum { STOP_EXIT = 1, STOP_ABEXIT_OF_OURS = 3 }; /* numbers of bits */

extern UInt VG_(clo_vgdb_stop_at);

void newer_options_stop_at(const char *words)
{
  VG_(clo_vgdb_stop_at) = 0;
  for (const char *word = words; *word; word += *word == ',') {
    SizeT length = 0;
    while (word[length] && word[length] != ',')
      length++;
    for (unsigned stop = 0; stop < PORT_STOPS; stop++)
      if (VG_(strlen)(port_stops[stop]) == length && VG_(strncmp)(port_stops[stop], word, length) == 0)
        VG_(clo_vgdb_stop_at) |= 1u << stop;
    word += length;
  }
}

/* The core asks for STOP_EXIT when the guest is about to end. */
Bool WRAPPED(gdbserver_stop_at)(UInt stop)
{
  const bool is_abexit = !port_stops_at_abexit && stop == STOP_EXIT && REAL(gdbserver_stop_at)(STOP_ABEXIT_OF_OURS) &&
                         tool.exit_status() != 0;
  if (!is_abexit)
    return REAL(gdbserver_stop_at)(stop);
  VG_(umsg)("(action at abexit, exit code %lu) vgdb me ... \n", tool.exit_status());
  VG_(gdbserver)(VG_(get_running_tid)());
  return False;
}

/* --- --scheduling-quantum --- */

static UInt quantum = 100000; /* the core's */

void newer_options_set_quantum(UInt blocks)
{
  quantum = blocks;
}

void newer_options_limit_turn(VexGuestAMD64State *state)
{
  if (state->host_EvC_COUNTER > quantum)
    state->host_EvC_COUNTER = quantum;
}
