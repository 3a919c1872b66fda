/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables of which little is touched lie one after the other between the planes of the shadow, where nothing else is
 * mapped. Their pages are absent at first; the fault handler maps those that are touched, a piece at a time. */
#include "coregrind-glue/memory/sparse_pages.h"

#include "memcheck/pure/base/env.h"

/* Tables begin at pieces, so that a fault concerns one table only. Two threads may fault on one piece, but only the
 * first thread of a process writes to such tables; so a piece that another thread maps over has only been read, and was
 * zero. */
#define FIRST UINT64_C(0x270000000000)
enum { PIECE_BYTES = 1 << 16 };

static uint64_t end = FIRST;
static bool is_whole;

static uint64_t whole_pieces(size_t bytes)
{
  return (bytes + PIECE_BYTES - 1) & ~(uint64_t)(PIECE_BYTES - 1);
}

void *env_map_sparse(size_t bytes)
{
  const uint64_t start = end, size = whole_pieces(bytes);
  end += size;
  if (is_whole && !env_map_pages_at(start, size, false))
    env_out_of_memory("a table", size);
  return (void *)start;
}

void sparse_pages_be_whole(void)
{
  is_whole = true;
}

void env_unmap_sparse(void *memory, size_t bytes)
{
  (void)env_unmap_pages_at((uint64_t)memory, whole_pieces(bytes));
}

bool sparse_pages_resolve_fault(uint64_t address)
{
  if (address < FIRST || address >= end)
    return false;
  if (!env_map_pages_at(address & ~(uint64_t)(PIECE_BYTES - 1), PIECE_BYTES, false))
    env_out_of_memory("a table", PIECE_BYTES);
  return true;
}
