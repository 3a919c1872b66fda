/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Goroutines have stacks of a few KiB, next to objects of the heap. A page of memory goes from one use to the other
 * without being cleared, as the compiler sees to it that the program reads nothing it has not set; the runtime reads
 * whatever is there: counters that may begin anywhere, and words of frames that might be pointers. It stores below
 * stack pointers as well, to where code goes on later. The processes of Erlang have stack and heap in one block, which
 * grow towards each other; there is no red zone, and nothing is given up by a return. So the state of such memory
 * follows from moves of the stack pointer as little as its use does. Instead it is set right where an access meets it,
 * which code that goes by V bits alone leaves to precise code anyway. */
#include "memcheck/runtime/language_memory.h"

#include "memcheck/pure/shadow/shadow.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_rangemap.h"
#include "pub_tool_vki.h"

Bool language_memory_is_there;

static Bool has_go;
static RangeMap *ranges; /* 1: such memory; NULL: there was none but Go's */

void language_memory_begin(void)
{
  has_go = language_memory_is_there = True;
}

/* Go asks for its heap from 0xc0 << 32 on, or there in one of the next spans of a TiB; nothing else is placed so
 * high. */
static Bool is_gos(Addr address)
{
  enum { SPAN_BITS = 40, HEAP_BITS = 32, HEAP_BEGINS = 0xc0 };
  return has_go && address < SHADOW_LIMIT && (address & ((1UL << SPAN_BITS) - 1)) >> HEAP_BITS >= HEAP_BEGINS;
}

/* Where it ends around there; 0: it is other memory. */
static Addr end_around(Addr address)
{
  UWord first, last, is_such = 0;
  if (is_gos(address))
    return SHADOW_LIMIT;
  if (ranges)
    VG_(lookupRangeMap)(&first, &last, &is_such, ranges, address);
  return is_such ? last + 1 : 0;
}

Bool language_memory_has(Addr address)
{
  return language_memory_is_there && end_around(address) != 0;
}

void language_memory_add(Addr start, Addr end)
{
  if (!ranges)
    ranges = VG_(newRangeMap)(VG_(malloc), "seep.language_memory", VG_(free), 0);
  VG_(bindRangeMap)(ranges, start, end - 1, 1);
  language_memory_is_there = True;
}

void language_memory_forget(Addr start, SizeT bytes)
{
  if (ranges && bytes > 0)
    VG_(bindRangeMap)(ranges, start, start + bytes - 1, 0);
}

SizeT language_memory_bytes(Addr address, SizeT bytes)
{
  const Addr end = end_around(address);
  if (end == 0)
    return 0;
  if (bytes > end - address)
    bytes = end - address;
  return VG_(am_is_valid_for_client)(address, bytes, VKI_PROT_READ) ? bytes : 0;
}
