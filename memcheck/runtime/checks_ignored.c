/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Addresses whose errors nobody wants to hear of: ranges given by option and by the guest, and the memory just below
 * the stack pointer, which some compilers and programs use although they must not. */
#include "memcheck/base/tool_settings.h"
#include "memcheck/runtime/checks.h"
#include "memcheck/runtime/checks_private.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_rangemap.h"
#include "pub_tool_vki.h"

enum { IS_REPORTED = 0, IS_IGNORED = 1, IS_IGNORED_BY_GUEST = 2 };
enum { OLD_COMPILERS_BYTES = 1024 }; /* --workaround-gcc296-bugs: how far below the red zone */

static RangeMap *ranges; /* NULL: none was ever set */

static void set_ranges(Addr first, Addr last, UWord value)
{
  if (ranges == NULL)
    ranges = VG_(newRangeMap)(VG_(malloc), "seep.ignored", VG_(free), IS_REPORTED);
  VG_(bindRangeMap)(ranges, first, last, value);
}

void checks_note_ranges(void)
{
  const struct address_ranges *given = &settings.ignore_ranges;
  for (unsigned i = 0; i < given->count; i++)
    set_ranges(given->at[i].start, given->at[i].end - 1, IS_IGNORED);
}

/* To whole words, each of which is where it begins. */
static Addr aligned_up(Addr address)
{
  return (address + sizeof(UWord) - 1) & ~(sizeof(UWord) - 1);
}

static Bool is_in_ranges(Addr address)
{
  UWord first, last, value;
  if (ranges == NULL)
    return False;
  VG_(lookupRangeMap)(&first, &last, &value, ranges, address);
  return value != IS_REPORTED;
}

Bool checks_next_not_ignored(Addr start, Addr end, Addr *ret_start, Addr *ret_end)
{
  if (ranges == NULL) {
    *ret_start = start;
    *ret_end = end;
    return True;
  }
  UWord first, last, value;
  for (Addr at = start; at < end; at = aligned_up(last + 1)) {
    VG_(lookupRangeMap)(&first, &last, &value, ranges, at);
    if (last >= end - 1)
      last = end - 1;
    *ret_start = at;
    *ret_end = aligned_up(last + 1);
    if (value == IS_REPORTED)
      return True;
  }
  *ret_end = end;
  return False;
}

static Bool is_below_sp(Addr sp, Addr address, SizeT bytes)
{
  Addr start = sp - settings.ignore_below_sp_start, last = sp - settings.ignore_below_sp_end;
  return start < last && start <= address && address + bytes - 1 <= last;
}

static Bool is_just_below_red_zone(Addr sp, Addr address)
{
  Addr end = sp - VG_STACK_REDZONE_SZB;
  return settings.workaround_gcc296_bugs && address < end && end - address <= OLD_COMPILERS_BYTES;
}

/* Runtimes that make code have it touch the stack some whole pages ahead, to meet the guard page where they can handle
 * that. */
static Bool is_stack_probe(ThreadId tid, Addr sp, Addr address)
{
  if (address >= sp || (sp - address) % VKI_PAGE_SIZE != 0)
    return False;
  const NSegment *code = VG_(am_find_nsegment)(VG_(get_IP)(tid)), *stack = VG_(am_find_nsegment)(address);
  return code && code->kind == SkAnonC && stack && stack->start <= sp && sp <= stack->end;
}

Bool checks_access_is_ignored(ThreadId tid, Addr address, SizeT bytes)
{
  if (is_in_ranges(address))
    return True;
  Addr sp = VG_(get_SP)(tid);
  return is_just_below_red_zone(sp, address) || is_below_sp(sp, address, bytes) || is_stack_probe(tid, sp, address);
}

static Bool change_range(Addr start, SizeT bytes, UWord value)
{
  if (bytes == 0)
    return False;
  Addr last = bytes - 1 <= ~(Addr)0 - start ? start + (bytes - 1) : ~(Addr)0;
  set_ranges(start, last, value);
  return True;
}

Bool checks_disable_address_errors(Addr start, SizeT bytes)
{
  return change_range(start, bytes, IS_IGNORED_BY_GUEST);
}

Bool checks_enable_address_errors(Addr start, SizeT bytes)
{
  return change_range(start, bytes, IS_REPORTED);
}

/* A program that is done with a range should have said so. */
void checks_warn_of_ranges_left(void)
{
  Bool has_told = False;
  for (UInt i = 0; ranges && i < VG_(sizeRangeMap)(ranges); i++) {
    UWord first, last, value;
    VG_(indexRangeMap)(&first, &last, &value, ranges, i);
    if (value != IS_IGNORED_BY_GUEST)
      continue;
    if (!has_told)
      VG_(umsg)("WARNING: exiting program has the following client-requested\n"
                "WARNING: address error disablement range(s) still in force,\n"
                "WARNING: possibly as a result of some mistake in the use of the\n"
                "WARNING: VALGRIND_{DISABLE,ENABLE}_ERROR_REPORTING_IN_RANGE macros.\n");
    VG_(umsg)("   [%u]  0x%016lx-0x%016lx  ClientReq\n", i, first, last);
    has_told = True;
  }
}
