/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Monitor commands: what gdb, vgdb or the program itself may ask for while the program runs, in Memcheck's grammar. A
 * handler gets its words by VG_(strtok_r)(NULL, " ", words). */
#ifndef SEEP_MEMCHECK_REQUESTS_MONITOR_H
#define SEEP_MEMCHECK_REQUESTS_MONITOR_H

#include "pub_tool_basics.h"

void monitor_init(void);

/* VG_USERREQ__GDB_MONITOR_COMMAND; argument[1] is the command. Returns 1 if it is one of ours, else 0. */
UWord monitor_on_request(ThreadId tid, const UWord *argument);

/* --- the state of memory (monitor_memory.c) --- */

/* get_vbits, xb, make_memory, check_memory. */
void monitor_get_vbits(ThreadId tid, HChar **words);
void monitor_xb(ThreadId tid, HChar **words);
void monitor_make_memory(ThreadId tid, HChar **words);
void monitor_check_memory(ThreadId tid, HChar **words);

/* Tell where an address lies. */
void monitor_tell_place(Addr address);

/* --- leaks (monitor_leaks.c) --- */

/* leak_check, block_list. */
void monitor_leak_check(ThreadId tid, HChar **words);
void monitor_block_list(ThreadId tid, HChar **words);

/* --- pointers (monitor_pointers.c) --- */

/* who_points_at. */
void monitor_who_points_at(ThreadId tid, HChar **words);

/* --- snapshots (monitor_snapshot.c) --- */

/* snapshot. */
void monitor_snapshot(ThreadId tid, HChar **words);

/* For `seep snapshot`, which does not keep the program waiting: "begin [LABEL]" and "end NUMBER". */
void monitor_snapshot_in_parts(ThreadId tid, HChar **words);

#endif
