/* SPDX-License-Identifier: GPL-2.0-or-later */
/* who_points_at: every word of roots and blocks that the leak scan would follow, and the registers. */
#include "memcheck/requests/monitor.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/guest_tables.h"
#include "memcheck/leak/leak_reader.h"
#include "memcheck/pure/leak/leak_scan.h"
#include "memcheck/leak/roots.h"

#include "pub_tool_gdbserver.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"

/* What is searched for; the core's walk over registers carries no context. */
static struct {
  Addr start;
  SizeT bytes;
} searched;

static bool points_there(UWord value)
{
  return value - searched.start < searched.bytes;
}

/* Would the leak check follow a pointer into the middle of its block? */
static void tell_heuristics(Addr pointer)
{
  static const HChar *const names[] = {
    [RECORD_HEURISTIC_STDSTRING] = "stdstring",
    [RECORD_HEURISTIC_LENGTH64] = "length64",
    [RECORD_HEURISTIC_NEWARRAY] = "newarray",
    [RECORD_HEURISTIC_MULTIPLEINHERITANCE] = "multipleinheritance",
    [RECORD_HEURISTIC_REFCOUNT] = "refcount",
    [RECORD_HEURISTIC_LIST] = "list",
  };
  block_id id = blocks_find_containing_kinds(guest.blocks, pointer, 0, BLOCK_LIVE, BLOCK_KINDS_ALL);
  if (id == 0 || blocks_at(guest.blocks, id)->start == pointer)
    return;
  const struct block *block = blocks_at(guest.blocks, id);
  for (unsigned i = RECORD_HEURISTIC_STDSTRING; i < sizeof names / sizeof names[0]; i++)
    if (leak_heuristic(leak_reader_memory, 1u << i, block, pointer) == i)
      VG_(umsg)("block at %#lx considered reachable by ptr %#lx using %s heuristic\n", (Addr)block->start, pointer,
                names[i]);
}

static void tell_pointer(Addr where, UWord value)
{
  if (value == searched.start)
    VG_(umsg)("*%#lx points at %#lx\n", where, searched.start);
  else
    VG_(umsg)("*%#lx interior points at %lu bytes inside %#lx\n", where, value - searched.start, searched.start);
  monitor_tell_place(where);
  if (value != searched.start)
    tell_heuristics(value);
}

static void search_range(Addr start, Addr end)
{
  struct leak_words run = leak_words_in(start, end);
  while (leak_words_next(&run, leak_reader_memory))
    for (SizeT i = 0; i < run.count; i++)
      if (points_there(run.words[i]))
        tell_pointer(run.start + i * LEAK_WORD_BYTES, run.words[i]);
}

static void search_roots(void)
{
  struct leak_root *roots;
  size_t count;
  roots_collect(false, &roots, &count);
  for (size_t i = 0; i < count; i++)
    if (!roots[i].words)
      search_range(roots[i].start, roots[i].end);
  roots_release(roots);
}

static void search_blocks(void)
{
  for (block_id id = 1; id < blocks_limit(guest.blocks); id++) {
    const struct block *block = blocks_at(guest.blocks, id);
    if (block->state == BLOCK_LIVE)
      search_range(block->start, block->start + block->size_bytes);
  }
}

static void search_register(ThreadId tid, const HChar *name, UWord value)
{
  if (!points_there(value))
    return;
  if (value == searched.start)
    VG_(umsg)("tid %u register %s pointing at %#lx\n", tid, name, searched.start);
  else
    VG_(umsg)("tid %u register %s interior pointing %lu bytes inside %#lx\n", tid, name, value - searched.start,
              searched.start);
}

void monitor_who_points_at(ThreadId tid, HChar **words)
{
  searched.bytes = 1;
  if (!VG_(strtok_get_address_and_size)(&searched.start, &searched.bytes, words))
    return;
  if (searched.start == 0) {
    VG_(gdb_printf)("Cannot search who points at 0x0\n");
    return;
  }
  if (searched.bytes == 1)
    VG_(umsg)("Searching for pointers to %#lx\n", searched.start);
  else
    VG_(umsg)("Searching for pointers pointing in %lu bytes from %#lx\n", searched.bytes, searched.start);
  search_roots();
  search_blocks();
  VG_(apply_to_GP_regs)(search_register);
}
