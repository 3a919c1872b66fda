/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From 2.41 on glibc makes system calls that are cancellation points by functions of its own. They tell the reader
 * nothing, suppressions do not name them, and of the frames by which two errors are the same they would take three. As
 * in Valgrind from 3.25 on, they are left out while a system call is made.
 *
 * To name them the core has to read all symbols of the C library, so first a look at its tables tells whether it may
 * have them: of a stripped one a function shows it that is new in the same version. */
#include "coregrind-glue/modules/cancellation.h"

#include "coregrind-glue/modules/elf_file.h"
#include "memcheck/modules/symbol_tables.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"

/* Functions of libcoregrind that no header for tools has. */
extern Bool VG_(is_in_syscall)(ThreadId tid);
extern Bool VG_(get_fnname_raw)(DiEpoch epoch, Addr address, const HChar **ret_name);
extern UInt VG_(debuginfo_generation)(void);

static const HChar *const names[] = {"__syscall_cancel_arch", "__internal_syscall_cancel", "__syscall_cancel", NULL};
static const HChar *const signs[] = {"__syscall_cancel", "sched_setattr", NULL};

static Bool is_one_of(const HChar *name, const HChar *const *list)
{
  for (; *list; list++)
    if (VG_(strcmp)(name, *list) == 0)
      return True;
  return False;
}

static Bool has_sign(const struct symbol_table *table)
{
  for (SizeT i = 0; i < table->count; i++)
    if (symbol_is_defined(table, i) && is_one_of(symbol_name(table, i), signs))
      return True;
  return False;
}

static Bool read_signs(const HChar *path)
{
  struct symbol_tables tables;
  Bool found = False;
  elf_file_tables(path, &tables);
  for (UInt i = 0; i < tables.count && !found; i++)
    found = has_sign(&tables.tables[i]);
  symbol_tables_release(&tables);
  return found;
}

/* Nearly all system calls are made by one module. */
static Bool may_have_them(Addr address)
{
  static const DebugInfo *known;
  static UInt known_generation;
  static Bool answer;
  const DebugInfo *module = VG_(find_DebugInfo)(VG_(current_DiEpoch)(), address);
  const UInt generation = VG_(debuginfo_generation)();
  if (module && (module != known || generation != known_generation))
    answer = read_signs(VG_(DebugInfo_get_filename)(module));
  known = module;
  known_generation = generation;
  return module && answer;
}

static Bool is_for_cancellation(Addr address)
{
  const HChar *name;
  return VG_(get_fnname_raw)(VG_(current_DiEpoch)(), address, &name) && is_one_of(name, names);
}

Bool cancellation_frames_possible(ThreadId tid)
{
  return VG_(is_in_syscall)(tid);
}

UInt cancellation_frames(ThreadId tid, const Addr *ips, UInt count)
{
  UInt frames = 0;
  if (count > 1 && cancellation_frames_possible(tid) && may_have_them(ips[0]))
    while (frames + 1 < count && is_for_cancellation(ips[frames]))
      frames++;
  return frames;
}
