/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From 2.41 on glibc makes system calls that are cancellation points by functions of its own. They tell the reader
 * nothing, suppressions do not name them, and of the frames by which two errors are the same they would take three. As
 * in Valgrind from 3.25 on, they are left out while a system call is made.
 *
 * To name them the core has to read all symbols of the C library. So it is asked only of modules that may have them: of
 * a stripped one a function shows it that is new in the same version. */
#include "coregrind-glue/modules/cancellation.h"

#include "coregrind-glue/modules/wanted_names.h"

#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

/* Functions of libcoregrind that no header for tools has. */
extern Bool VG_(is_in_syscall)(ThreadId tid);
extern Bool VG_(get_fnname_raw)(DiEpoch epoch, Addr address, const HChar **ret_name);

static const HChar *const names[] = {"__syscall_cancel_arch", "__internal_syscall_cancel", "__syscall_cancel", NULL};
static const HChar *const signs[] = {"__syscall_cancel", "sched_setattr", NULL};

static Bool is_one_of(const HChar *name, const HChar *const *list)
{
  for (; *list; list++)
    if (VG_(strcmp)(name, *list) == 0)
      return True;
  return False;
}

static VgHashTable *modules; /* key: the core's description of one that may have them */

void cancellation_init(void)
{
  modules = VG_(HT_construct)("seep.cancellation");
  for (UInt i = 0; signs[i]; i++)
    wanted_names_add(signs[i]);
}

void cancellation_note_symbol(const DebugInfo *module, const struct symbol_table *table, SizeT index)
{
  if (!symbol_is_defined(table, index) || !is_one_of(symbol_name(table, index), signs)
      || VG_(HT_lookup)(modules, (UWord)module))
    return;
  VgHashNode *node = VG_(malloc)("seep.cancellation", sizeof *node);
  node->key = (UWord)module;
  VG_(HT_add_node)(modules, node);
}

void cancellation_forget_module(const DebugInfo *module)
{
  void *node = VG_(HT_remove)(modules, (UWord)module);
  if (node)
    VG_(free)(node);
}

static Bool may_have_them(Addr address)
{
  const DebugInfo *module = VG_(find_DebugInfo)(VG_(current_DiEpoch)(), address);
  return module && VG_(HT_lookup)(modules, (UWord)module) != NULL;
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
