/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Goroutines have stacks of a few KiB, next to objects of the heap. A page of memory goes from one use to the other without being
 * cleared, as the compiler sees to it that the program reads nothing it has not set; the runtime reads whatever is there: counters that
 * may begin anywhere, and words of frames that might be pointers. It stores below stack pointers as well, to where code goes on
 * later. So the state of such memory follows from moves of the stack pointer as little as its use does. Instead it is set right where an
 * access meets it, which code that goes by V bits alone leaves to precise code anyway. */
#include "memcheck/runtime/language_memory.h"

#include "memcheck/runtime/follow.h"
#include "memcheck/runtime/memory.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_vki.h"

Bool language_memory_is_there;

void language_memory_begin(void)
{
  language_memory_is_there = True;
}

/* Pointers that are followed count as undefined. */
Bool language_memory_take(Addr address, SizeT bytes)
{
  if (!language_memory_has(address) || follow_is_on || !VG_(am_is_valid_for_client)(address, bytes, VKI_PROT_READ))
    return False;
  memory_make_defined(address, bytes);
  return True;
}
