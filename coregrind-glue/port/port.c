/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "coregrind-glue/port/port.h"

#include "config.h" // PORT_...

#include "coregrind-glue/port/module_layout.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_errormgr.h"
#include "pub_tool_execontext.h"
#include "pub_tool_libcassert.h" // VG_(exit)
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_tooliface.h"

void *port_map_pages(SizeT bytes)
{
#if PORT_SHADOW_ALLOC_GIVES_RESULT
  const SysRes result = VG_(am_shadow_alloc)(bytes);
  return sr_isError(result) ? NULL : (void *)sr_Res(result);
#else
  return VG_(am_shadow_alloc)(bytes);
#endif
}

void port_out_of_memory(const HChar *what, SizeT bytes)
{
#if PORT_OUT_OF_MEMORY_TAKES_ERROR
  const UWord not_known = 0;
  VG_(out_of_memory_NORETURN)(what, bytes, not_known);
#else
  VG_(out_of_memory_NORETURN)(what, bytes);
#endif
  __builtin_unreachable();
}

void port_refuse(const HChar *what)
{
  VG_(umsg)
  ("The core of Valgrind %s %s in a way that Seep does not know: it is too old or too new.\n", VALGRIND_VERSION, what);
  VG_(umsg)("Use another one by configure --with-valgrind=PREFIX, or see \"Another core\" in CONTRIBUTING.md.\n");
  VG_(exit)(1);
}

void port_need_core_errors(void)
{
#if PORT_CORE_ERRORS_ARE_ASKED_FOR
  VG_(needs_core_errors)(True);
#else
  VG_(needs_core_errors)();
#endif
}

static struct port_malloc replacement;

/* Newer cores do not make a malloc() of this. */
static void *resize(ThreadId tid, void *start, SizeT bytes)
{
  return start ? replacement.realloc(tid, start, bytes) : replacement.malloc(tid, bytes);
}

#if PORT_ALIGNED_ALLOCATION_HAS_ORIGINAL
#define ORIGINAL , SizeT original
#else
#define ORIGINAL
#endif

static void *new_aligned(ThreadId tid, SizeT bytes, SizeT alignment ORIGINAL)
{
  return replacement.new_aligned(tid, bytes, alignment);
}

static void *new_array_aligned(ThreadId tid, SizeT bytes, SizeT alignment ORIGINAL)
{
  return replacement.new_array_aligned(tid, bytes, alignment);
}

static void *memalign(ThreadId tid, SizeT alignment ORIGINAL, SizeT bytes)
{
  return replacement.memalign(tid, alignment, bytes);
}

void port_replace_malloc(const struct port_malloc *functions)
{
  replacement = *functions;
  VG_(needs_malloc_replacement)
  (functions->malloc, functions->new, new_aligned, functions->new_array, new_array_aligned, memalign, functions->calloc,
   functions->free, functions->delete, functions->delete_aligned, functions->delete_array,
   functions->delete_array_aligned, resize, functions->usable_size, functions->redzone_bytes);
}

const Bool port_stops_at_abexit = PORT_STOPS_AT_ABEXIT;

#if PORT_STOPS_AT_ABEXIT
const HChar *const port_stops[PORT_STOPS] = {"startup", "exit", "abexit", "valgrindabexit"};
#else
const HChar *const port_stops[PORT_STOPS] = {"startup", "exit", "valgrindabexit", "abexit"};
#endif

/* --- ways --- */

static Bool knows_modules(void)
{
  return module_layout_is_used();
}

static Bool reads_debug_later(void)
{
  return PORT_READS_DEBUG_LATER;
}

static const struct way {
  const HChar *what;
  Bool (*is_on)(void);
  const HChar *without;
} ways[] = {
  {"symbols of modules are read when they are needed", knows_modules,
   "the core's description of a module has a layout that is not known; all are read at once"},
  {"call frames are read function by function", knows_modules, "likewise; the core reads all of a module"},
  {"debug files are read when they are needed", reads_debug_later, "this core reads them with the file"},
};

/* Nobody else listens. */
extern UInt __real_vgPlain_printf(const HChar *format, ...);

static Bool is_asked_for_ways;

void port_tell_ways(void)
{
  is_asked_for_ways = True;
}

void port_know_ways(void)
{
  if (!is_asked_for_ways)
    return;
  for (UInt i = 0; i < sizeof ways / sizeof *ways; i++)
    if (ways[i].is_on())
      __real_vgPlain_printf("  on   %s\n", ways[i].what);
    else
      __real_vgPlain_printf("  off  %s (%s)\n", ways[i].what, ways[i].without);
  VG_(exit)(0);
}
