/* SPDX-License-Identifier: GPL-2.0-or-later */
/* VEX reads the bytes of an instruction where they are, and some beyond. At the end of a mapping, or of a file that is
 * mapped, these are not there; the instruction may be, or go on where the processor faults. */
#include "coregrind-glue/vex/fetching.h"

#include "coregrind-glue/core/guarded.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_vki.h"

enum { PAGE_BYTES = 4096, NOP = 0x90 };

static Bool is_executable(Addr page)
{
  return VG_(am_is_valid_for_client)(page, 1, VKI_PROT_EXEC) && guarded_can_read(page, 1);
}

static Addr page_behind(Addr address)
{
  return address / PAGE_BYTES * PAGE_BYTES + PAGE_BYTES;
}

Bool fetching_is_whole(Addr address, struct fetched *ret)
{
  const Addr behind = page_behind(address);
  const Bool begins = guarded_can_read(address, 1);
  if (begins && (address + FETCHED_BYTES_MAX <= behind || is_executable(behind)))
    return True;
  const SizeT there = behind - address < FETCHED_BYTES_MAX ? behind - address : FETCHED_BYTES_MAX;
  VG_(memset)(ret->bytes, NOP, sizeof ret->bytes);
  ret->count = begins ? (UInt)guarded_copy(ret->bytes, (const void *)address, there) : 0;
  return False;
}

Addr fetching_faults_at(Addr ip)
{
  return guarded_can_read(ip, 1) ? page_behind(ip) : ip;
}
