/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A list of heaps and blocks. A block is known by its start and when it was made, so nothing needs to be done when one
 * is freed: where it was, there is no block then, or another one. Such entries are taken out when the list is full. */
#include "memcheck/heap/named_heaps.h"

#include "memcheck/base/guest_tables.h"
#include "memcheck/heap/heap_private.h"
#include "shared/record/record.h"

#include "pub_tool_mallocfree.h"

struct entry {
  uint64_t heap, start, birth;
};

static struct entry *entries;
static SizeT count, capacity;

static uint64_t birth_of_live(uint64_t start)
{
  const block_id id = heap_find_live(start);
  return id == 0 ? 0 : blocks_at(guest.blocks, id)->birth;
}

static Bool is_live(const struct entry *entry)
{
  return birth_of_live(entry->start) == entry->birth;
}

static void drop_dead(void)
{
  SizeT kept = 0;
  for (SizeT i = 0; i < count; i++)
    if (is_live(&entries[i]))
      entries[kept++] = entries[i];
  count = kept;
}

static void make_room(void)
{
  if (count < capacity)
    return;
  drop_dead();
  if (count < capacity / 2)
    return;
  capacity = capacity == 0 ? 256 : 2 * capacity;
  entries = VG_(realloc)("seep.named_heaps", entries, capacity * sizeof *entries);
}

void named_heap_has_block(uint64_t heap, uint64_t start)
{
  make_room();
  entries[count++] = (struct entry){.heap = heap, .start = start, .birth = birth_of_live(start)};
}

void named_heap_destroyed(ThreadId tid, uint64_t heap)
{
  for (SizeT i = 0; i < count; i++)
    if (entries[i].heap == heap && is_live(&entries[i]))
      heap_free_block(tid, entries[i].start, RECORD_ALLOCATOR_MALLOC);
  named_heap_deleted(heap);
}

void named_heap_deleted(uint64_t heap)
{
  SizeT kept = 0;
  for (SizeT i = 0; i < count; i++)
    if (entries[i].heap != heap)
      entries[kept++] = entries[i];
  count = kept;
}
