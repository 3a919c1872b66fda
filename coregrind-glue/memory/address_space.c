/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The guest's memory lies below SHADOW_LIMIT. The core by itself places it below SHADOW_NEAR_LIMIT, where its own
 * memory lies, too, and above only at addresses that the guest asks for. So large reservations are placed above, and
 * whatever finds no room below. Where there can be no shadow nothing is granted: a hint is ignored, and a demand
 * (MAP_FIXED) is refused, as on a machine with fewer address bits.
 *
 * Some memory the kernel gives only at addresses of its own choice (rings of io_uring) or by rules of its own (huge
 * pages). When it has refused the core's choice the core leaves it to the kernel, which would take addresses close to
 * its stack, and relies on the result. Here huge pages are then placed where they fit, and all else in the first 2
 * GiB. */
#include "coregrind-glue/memory/address_space.h"

#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core/wraps.h"
#include "coregrind-glue/memory/first_stack.h"
#include "memcheck/pure/shadow/shadow.h"

#include "pub_tool_basics.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

/* The core's own, from a header that tools do not get. */
struct map_request {
  enum { MAP_FIXED_AT, MAP_WISHED_AT, MAP_ANYWHERE, MAP_ALIGNED } kind;
  Addr start, bytes;
};

enum {
  MAP_HUGE_PAGES = 0x40000, /* MAP_HUGETLB, which the core does not name */
  HUGE_PAGE_BITS_SHIFT = 26,
  HUGE_PAGE_BITS_MASK = 0x3f,
  HUGE_PAGE_BITS_USUAL = 21,
};

#define LARGE_BYTES ((Addr)4 << 30)      /* from here on not to be placed between the core's own memory */
#define FAR_START ((Addr)20 << 40)        /* above the addresses that runtimes are known to ask for */

static bool is_beyond(Addr start, Addr bytes)
{
  return bytes > SHADOW_LIMIT || start > SHADOW_LIMIT - bytes;
}

/* When such a mapping is unmapped the core takes the upper part for its own use. */
static bool straddles(Addr start, Addr bytes)
{
  return start < SHADOW_NEAR_LIMIT && bytes > SHADOW_NEAR_LIMIT - start;
}

static bool is_grantable(Addr start, Addr bytes)
{
  return !is_beyond(start, bytes) && !straddles(start, bytes);
}

static Addr refuse_demand(Addr start, Bool *ok)
{
  static bool was_told;
  if (!was_told)
    VG_(umsg)("Warning: the program demands memory at %#lx, where Seep has none to give, and refuses\n", start);
  was_told = true;
  *ok = False;
  return 0;
}

/* The first place from `start` on that is not mapped; 0: there is none. Where the core places nothing by itself, its
 * list has reservations. */
static Addr far_place(Addr start, Addr bytes)
{
  for (Addr at = start; !is_beyond(start, bytes) && at < start + bytes;) {
    const NSegment *segment = VG_(am_find_nsegment)(at);
    if (segment == NULL)
      return 0;
    at = segment->end + 1;
    if (segment->kind != SkResvn)
      start = at;
  }
  return is_beyond(start, bytes) ? 0 : start;
}

static Addr place_far(Addr bytes, Bool *ok)
{
  Addr start = far_place(FAR_START, bytes);
  if (start == 0)
    start = far_place(SHADOW_NEAR_LIMIT, bytes);
  *ok = start != 0 && bytes != 0;
  return start;
}

/* For the guest, anywhere. */
static Addr place_anywhere(Addr bytes, Bool *ok)
{
  const struct map_request anywhere = {.kind = MAP_ANYWHERE, .bytes = bytes};
  if (bytes >= LARGE_BYTES)
    return place_far(bytes, ok);
  Addr start = __real_vgPlain_am_get_advisory(&anywhere, True, ok);
  return *ok ? start : place_far(bytes, ok);
}

Bool address_space_place(SizeT bytes, Addr *ret_start)
{
  Bool ok;
  Addr start = place_anywhere(bytes, &ok);
  if (ok)
    *ret_start = start;
  return ok;
}

Bool address_space_has(Addr start, SizeT bytes)
{
  return is_grantable(start, bytes);
}

Bool address_space_is_free(Addr start, SizeT bytes)
{
  const struct map_request request = {.kind = MAP_WISHED_AT, .start = start, .bytes = bytes};
  Bool ok = False;
  return is_grantable(start, bytes) && __real_vgPlain_am_get_advisory(&request, True, &ok) == start && ok;
}

/* The core reserves room behind the program for its data segment. Below the first mapping that has no address of its
 * own there is nobody but the program, so that this is as good as done. */
Bool WRAPPED(am_create_reservation)(Addr start, SizeT bytes, ShrinkMode mode, SSizeT extra)
{
  const NSegment *const segment = VG_(am_find_nsegment)(start);
  const Bool is_reserved = segment && segment->kind == SkResvn && bytes - 1 <= segment->end - start;
  if ((mode == SmLower && is_reserved) || (mode == SmUpper && first_stack_reserve(start, bytes, extra)))
    return True;
  return REAL(am_create_reservation)(start, bytes, mode, extra);
}

Addr __wrap_vgPlain_am_get_advisory(const struct map_request *request, Bool for_client, Bool *ok)
{
  if (!for_client || request->kind == MAP_ALIGNED)
    return __real_vgPlain_am_get_advisory(request, for_client, ok);
  const bool grantable = is_grantable(request->start, request->bytes);
  if (request->kind == MAP_FIXED_AT)
    return grantable ? __real_vgPlain_am_get_advisory(request, for_client, ok) : refuse_demand(request->start, ok);
  if (request->kind == MAP_WISHED_AT && grantable) {
    Addr start = __real_vgPlain_am_get_advisory(request, for_client, ok);
    if (*ok && start == request->start)
      return start;
  }
  return place_anywhere(request->bytes, ok);
}

Addr __wrap_vgPlain_am_get_advisory_client_simple(Addr start, SizeT bytes, Bool *ok)
{
  if (start == 0)
    return place_anywhere(bytes, ok);
  return is_grantable(start, bytes) ? __real_vgPlain_am_get_advisory_client_simple(start, bytes, ok)
                                    : refuse_demand(start, ok);
}

/* --- below 2 GiB (MAP_32BIT) --- */

/* The first place from `start` on; 0: there is none. */
static Addr first_place(Addr start, Addr end, SizeT bytes)
{
  enum { MAPPINGS_MAX = 30000 }; /* of the core's list */
  static Addr starts[MAPPINGS_MAX];
  const Int count = VG_(am_get_segment_starts)(SkFileC | SkAnonC | SkShmC | SkFileV | SkAnonV, starts, MAPPINGS_MAX);
  for (Int i = 0; i < count && starts[i] < start + bytes; i++) {
    const Addr mapping_end = VG_(am_find_nsegment)(starts[i])->end + 1;
    if (mapping_end > start)
      start = mapping_end;
  }
  return bytes != 0 && start <= end && bytes <= end - start ? start : 0;
}

/* The kernel takes what is between 1 and 2 GiB. Here the tool and all else are there, too, so there is more below. */
Addr address_space_place_low(SizeT bytes)
{
  enum { START = 1 << 30, START_OF_MORE = 1 << 29 };
  const Addr end = (Addr)1 << 31, place = first_place(START, end, bytes);
  return place != 0 ? place : first_place(START_OF_MORE, end, bytes);
}

static SysRes mmap_fails(UWord error)
{
  return (SysRes){._isError = True, ._val = error};
}

/* --- the program's own segments, which the core places without an advisory that comes here --- */

static bool is_loadable(Addr start, SizeT bytes)
{
  Bool ok;
  if (!is_beyond(start, bytes))
    return true;
  (void)refuse_demand(start, &ok);
  return false;
}

SysRes __wrap_vgPlain_am_mmap_file_fixed_client(Addr start, SizeT bytes, UInt protection, Int fd, Off64T offset)
{
  return is_loadable(start, bytes) ? __real_vgPlain_am_mmap_file_fixed_client(start, bytes, protection, fd, offset)
                                   : mmap_fails(VKI_ENOMEM);
}

SysRes __wrap_vgPlain_am_mmap_anon_fixed_client(Addr start, SizeT bytes, UInt protection)
{
  const SizeT more = first_stack_mapped_below(start);
  if (!is_loadable(start, bytes))
    return mmap_fails(VKI_ENOMEM);
  return __real_vgPlain_am_mmap_anon_fixed_client(start - more, bytes + more, protection);
}

/* --- what the kernel places --- */

/* A place for huge pages of this many bytes; 0: there is none. */
static Addr place_of_huge_pages(SizeT bytes, UInt flags)
{
  UInt bits = flags >> HUGE_PAGE_BITS_SHIFT & HUGE_PAGE_BITS_MASK;
  Addr page = (Addr)1 << (bits == 0 ? HUGE_PAGE_BITS_USUAL : bits);
  struct map_request request = {.kind = MAP_ANYWHERE, .bytes = (bytes + page - 1) / page * page + page};
  Bool ok = False;
  if (request.bytes < bytes)
    return 0;
  Addr start = __real_vgPlain_am_get_advisory(&request, True, &ok);
  return ok ? (start + page - 1) / page * page : 0;
}

SysRes __wrap_vgPlain_am_do_mmap_NO_NOTIFY(Addr start, SizeT bytes, UInt protection, UInt flags, UInt fd, Off64T offset)
{
  if (start != 0 || (flags & VKI_MAP_FIXED))
    return __real_vgPlain_am_do_mmap_NO_NOTIFY(start, bytes, protection, flags, fd, offset);
  if (flags & MAP_HUGE_PAGES) {
    start = place_of_huge_pages(bytes, flags);
    if (start == 0)
      return mmap_fails(VKI_ENOMEM);
    return __real_vgPlain_am_do_mmap_NO_NOTIFY(start, bytes, protection, flags | VKI_MAP_FIXED, fd, offset);
  }
  SysRes result = __real_vgPlain_am_do_mmap_NO_NOTIFY(0, bytes, protection, flags | VKI_MAP_32BIT, fd, offset);
  if (result._isError || address_space_is_free(result._val, bytes))
    return result;
  (void)raw_syscall(__NR_munmap, (long)result._val, (long)bytes, 0, 0, 0, 0);
  return mmap_fails(VKI_ENOMEM);
}
