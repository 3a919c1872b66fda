/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memcheck/pure/base/env.h over Valgrind's core. */
#include "memcheck/pure/base/env.h"

#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/port/port.h"

#include "pub_tool_basics.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcassert.h" // VG_(assert_fail)
#include "pub_tool_libcprint.h"  // VG_(printf)
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum {
  PAGE_BYTES = 4096,
  ADVICE_LARGE_PAGES = 14, /* MADV_HUGEPAGE */
  MAP_POPULATE = 0x8000,   /* the core does not name it */
};

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
  void *memory = port_map_pages(whole_pages(bytes));
  if (!memory)
    env_out_of_memory("a table", bytes);
  return memory;
}

void env_unmap_pages(void *memory, size_t bytes)
{
  VG_(am_munmap_valgrind)((Addr)memory, whole_pages(bytes));
}

void env_prefer_large_pages(void *memory, size_t bytes)
{
  (void)raw_syscall(__NR_madvise, (long)memory, (long)whole_pages(bytes), ADVICE_LARGE_PAGES, 0, 0, 0);
}

/* The core's address space manager knows nothing of these: they lie beyond what it hands out. */
bool env_map_pages_at(uint64_t address, size_t bytes, bool populate)
{
  long flags = VKI_MAP_PRIVATE | VKI_MAP_ANONYMOUS | VKI_MAP_FIXED | VKI_MAP_NORESERVE;
  if (populate)
    flags |= MAP_POPULATE;
  return raw_syscall(__NR_mmap, (long)address, (long)bytes, VKI_PROT_READ | VKI_PROT_WRITE, flags, -1, 0) ==
         (long)address;
}

bool env_unmap_pages_at(uint64_t address, size_t bytes)
{
  return raw_syscall(__NR_munmap, (long)address, (long)bytes, 0, 0, 0, 0) == 0;
}

bool env_move_pages_at(uint64_t to, size_t to_bytes, uint64_t from, size_t bytes)
{
  long flags = VKI_MREMAP_MAYMOVE | VKI_MREMAP_FIXED;
  if (raw_syscall(__NR_mremap, (long)from, (long)bytes, (long)to_bytes, flags, (long)to, 0) == (long)to)
    return true;
  (void)env_unmap_pages_at(to, to_bytes); /* some kernels have done so before they refused */
  return false;
}

void env_out_of_memory(const char *what, size_t bytes)
{
  port_out_of_memory(what, bytes);
}

void env_panic(const char *file, unsigned line, const char *condition)
{
  VG_(assert_fail)(False, condition, file, (Int)line, "", "");
}

bool env_is_thorough; /* memcheck/sanity.c sets it */
