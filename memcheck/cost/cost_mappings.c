/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which code is where: the part of memory_states.c that has nothing to do with a shadow. */
#include "memcheck/cost/cost_private.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/guest_tables.h"
#include "memcheck/pure/shadow/shadow.h"

#include "pub_tool_tooliface.h"

static void on_mapping(Addr start, SizeT bytes, Bool readable, Bool writable, Bool executable, ULong debug_info)
{
  direct_code_changed(start, bytes);
  modules_mapped(start, bytes, executable);
  generated_code_mapped(start, bytes, executable);
}

static void on_protection_change(Addr start, SizeT bytes, Bool readable, Bool writable, Bool executable)
{
  direct_code_changed(start, bytes);
  modules_protected(start, bytes, executable);
  generated_code_protected(start, bytes, executable);
}

static void on_unmap(Addr start, SizeT bytes)
{
  shadow_release(guest.shadow, start, bytes);
  direct_code_changed(start, bytes);
  modules_unmapped(start, bytes);
  generated_code_unmapped(start, bytes);
}

/* The shadow says nothing of the program, but signal frames and threads have parts of it set. */
void cost_mappings_init(void)
{
  guest.shadow = shadow_create();
  VG_(track_new_mem_startup)(on_mapping);
  VG_(track_new_mem_mmap)(on_mapping);
  VG_(track_change_mem_mprotect)(on_protection_change);
  VG_(track_die_mem_munmap)(on_unmap);
}
