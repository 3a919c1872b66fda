/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Commands may be shortened as long as they are unique; the core looks them up. It passes on its own commands as well,
 * of which only `help` concerns the tool. */
#include "memcheck/requests/monitor.h"

#include "pub_tool_gdbserver.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"

#include "memcheck/heap/heap_xtree.h"
#include "memcheck/runtime/memory_states.h"

static void on_help(ThreadId tid, HChar **words)
{
  VG_(gdb_printf)
  ("\n"
   "seep monitor commands (as memcheck's):\n"
   "  xb <addr> [<len>]\n"
   "        validity bits of <len> (default 1) bytes at <addr>, and below them the bytes,\n"
   "        laid out as by the gdb command 'x /<len>xb <addr>'\n"
   "        in validity bits 0 is valid, 1 is invalid; __ is an unaddressable byte\n"
   "  get_vbits <addr> [<len>]\n"
   "        validity bits only, in groups of 4 bytes\n"
   "  make_memory [noaccess|undefined\n"
   "                     |defined|Definedifaddressable] <addr> [<len>]\n"
   "        give <len> (default 1) bytes at <addr> this state\n"
   "  check_memory [addressable|defined] <addr> [<len>]\n"
   "        tell whether <len> (default 1) bytes at <addr> have this state,\n"
   "            and where <addr> lies\n"
   "  leak_check [full*|summary|xtleak]\n"
   "                [kinds kind1,kind2,...|reachable|possibleleak*|definiteleak]\n"
   "                [heuristics heur1,heur2,...]\n"
   "                [new|increased*|changed|any]\n"
   "                [unlimited*|limited <max_loss_records_output>]\n"
   "            * = default\n"
   "        xtleak: the full result as an execution tree in xtleak.kcg.%%p.%%n\n"
   "       kind: definite indirect possible reachable all none\n"
   "       heur: stdstring length64 newarray multipleinheritance refcount list all none*\n"
   "       Examples: leak_check\n"
   "                 leak_check summary any\n"
   "                 leak_check full kinds indirect,possible\n"
   "                 leak_check full reachable any limited 100\n"
   "  block_list <loss_record_nr>|<loss_record_nr_from>..<loss_record_nr_to>\n"
   "                [unlimited*|limited <max_blocks>]\n"
   "                [heuristics heur1,heur2,...]\n"
   "        the blocks of loss records of the last leak check,\n"
   "        with heuristics: only those that were found through them\n"
   "  who_points_at <addr> [<len>]\n"
   "        places that point to the first of <len> (default 1) bytes at <addr>,\n"
   "        with a len of more than 1 also those that point to the others\n"
   "  snapshot [<label>]\n"
   "        takes a snapshot of the heap and stores it with the record of the run\n"
   "  xtmemory [<filename>]\n"
   "        writes what is allocated as an execution tree\n"
   "        to <filename> (default xtmemory.kcg.%%p.%%n)\n"
   "\n");
}

static void on_xtmemory(ThreadId tid, HChar **words)
{
  heap_xtree_by_monitor(VG_(strtok_r)(NULL, " ", words));
}

/* X(name, handler) */
#define COMMANDS(X)                         \
  X(help, on_help)                          \
  X(get_vbits, monitor_get_vbits)           \
  X(leak_check, monitor_leak_check)         \
  X(make_memory, monitor_make_memory)       \
  X(check_memory, monitor_check_memory)     \
  X(block_list, monitor_block_list)         \
  X(who_points_at, monitor_who_points_at)   \
  X(snapshot, monitor_snapshot)             \
  X(_snapshot, monitor_snapshot_in_parts)   \
  X(xb, monitor_xb)                         \
  X(xtmemory, on_xtmemory)

#define NAME(name, handler) #name " "
#define HANDLER(name, handler) handler,

static const HChar command_names[] = COMMANDS(NAME);
static void (*const handlers[])(ThreadId tid, HChar **words) = {COMMANDS(HANDLER)};

UWord monitor_on_request(ThreadId tid, const UWord *argument)
{
  HChar *line = VG_(strdup)("seep.monitor", (const HChar *)argument[1]), *words;
  const HChar *name = VG_(strtok_r)(line, " ", &words);
  Int command = VG_(keyword_id)(command_names, name, kwd_report_duplicated_matches);
  /* While the process is stopped in a system call no thread runs; then the first one is taken. */
  if (command >= 0)
    handlers[command](tid == VG_INVALID_THREADID ? 1 : tid, &words);
  VG_(free)(line);
  return command != -1;
}

/* gdb watches memory: it is made inaccessible, so that each access takes a slow path, which asks the core about
 * watchpoints. */
static Bool on_watchpoint(PointKind kind, Bool is_set, Addr start, SizeT bytes)
{
  if (is_set)
    memory_make_noaccess(start, bytes);
  else
    memory_make_defined(start, bytes);
  return True;
}

static void on_location(DiEpoch epoch, Addr address)
{
  monitor_tell_place(address);
}

void monitor_init(void)
{
  VG_(needs_watchpoint)(on_watchpoint);
  VG_(needs_info_location)(on_location);
}
