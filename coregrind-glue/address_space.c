/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The guest lives below SHADOW_LIMIT. The core places it there by itself, but would follow a program that asks for higher
 * addresses, as Go's runtime does. A wish (mmap without MAP_FIXED) need not be granted, so such wishes become requests for
 * any address; a demand is refused, as on a machine with fewer address bits.
 *
 * Some memory the kernel gives only where it wants to (rings of io_uring) or by its own rules (huge pages). When it has refused
 * the core's choice, the core leaves the choice to it, which would be close to its stack, and relies on the result. Huge pages
 * are then given what fits them, all else what the kernel has in the first 2 GiB. */
#include "coregrind-glue/syscalls.h"
#include "memcheck/shadow.h"

#include "pub_tool_basics.h"
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

Addr __real_vgPlain_am_get_advisory(const struct map_request *request, Bool for_client, Bool *ok);
Addr __wrap_vgPlain_am_get_advisory(const struct map_request *request, Bool for_client, Bool *ok);
Addr __real_vgPlain_am_get_advisory_client_simple(Addr start, SizeT bytes, Bool *ok);
Addr __wrap_vgPlain_am_get_advisory_client_simple(Addr start, SizeT bytes, Bool *ok);
SysRes __real_vgPlain_am_do_mmap_NO_NOTIFY(Addr start, SizeT bytes, UInt protection, UInt flags, UInt fd, Off64T offset);
SysRes __wrap_vgPlain_am_do_mmap_NO_NOTIFY(Addr start, SizeT bytes, UInt protection, UInt flags, UInt fd, Off64T offset);

static bool is_beyond(Addr start, Addr bytes)
{
  return bytes > SHADOW_LIMIT || start > SHADOW_LIMIT - bytes;
}

static Addr refuse(Addr start, Bool *ok)
{
  static bool was_told;
  if (!was_told)
    VG_(umsg)("Warning: the program demands memory at %#lx; Seep has none above %#lx, and refuses\n", start, (Addr)SHADOW_LIMIT);
  was_told = true;
  *ok = False;
  return 0;
}

Addr __wrap_vgPlain_am_get_advisory(const struct map_request *request, Bool for_client, Bool *ok)
{
  struct map_request changed = *request;
  if (for_client && request->kind != MAP_ANYWHERE && is_beyond(request->start, request->bytes)) {
    if (request->kind == MAP_FIXED_AT)
      return refuse(request->start, ok);
    changed.kind = MAP_ANYWHERE;
    changed.start = 0;
  }
  return __real_vgPlain_am_get_advisory(&changed, for_client, ok);
}

Addr __wrap_vgPlain_am_get_advisory_client_simple(Addr start, SizeT bytes, Bool *ok)
{
  if (start != 0 && is_beyond(start, bytes))
    return refuse(start, ok);
  return __real_vgPlain_am_get_advisory_client_simple(start, bytes, ok);
}

/* --- what the kernel places --- */

static SysRes mmap_fails(UWord error)
{
  return (SysRes){._isError = True, ._val = error};
}

/* Where so many huge pages would fit; 0: nowhere. */
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

static bool is_free(Addr start, SizeT bytes)
{
  struct map_request request = {.kind = MAP_WISHED_AT, .start = start, .bytes = bytes};
  Bool ok = False;
  return !is_beyond(start, bytes) && __real_vgPlain_am_get_advisory(&request, True, &ok) == start && ok;
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
  if (result._isError || is_free(result._val, bytes))
    return result;
  (void)raw_syscall(__NR_munmap, (long)result._val, (long)bytes, 0, 0, 0, 0);
  return mmap_fails(VKI_ENOMEM);
}
