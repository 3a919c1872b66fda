/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memcheck/env.h over Valgrind's core. */
#include "memcheck/env.h"

#include "pub_tool_basics.h"
#include "pub_tool_aspacemgr.h"  // VG_(am_shadow_alloc)
#include "pub_tool_libcassert.h" // VG_(assert_fail)
#include "pub_tool_libcprint.h"  // VG_(printf)
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"

enum { PAGE_BYTES = 4096 };

void *env_allocate(const char *what, size_t bytes)
{
  return VG_(malloc)(what, bytes ? bytes : 1);
}

void env_free(void *memory)
{
  VG_(free)(memory);
}

static size_t whole_pages(size_t bytes)
{
  return (bytes + PAGE_BYTES - 1) & ~(size_t)(PAGE_BYTES - 1);
}

void *env_map_pages(size_t bytes)
{
  return VG_(am_shadow_alloc)(whole_pages(bytes));
}

void env_unmap_pages(void *memory, size_t bytes)
{
  VG_(am_munmap_valgrind)((Addr)memory, whole_pages(bytes));
}

void env_panic(const char *file, unsigned line, const char *condition)
{
  VG_(assert_fail)(False, condition, file, (Int)line, "", "");
}
