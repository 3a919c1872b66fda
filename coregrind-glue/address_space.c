/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The guest lives below SHADOW_LIMIT. The core places it there by itself, but would follow a program that asks for higher
 * addresses, as Go's runtime does. A wish (mmap without MAP_FIXED) need not be granted, so such wishes become requests for
 * any address; a demand is refused, as on a machine with fewer address bits. */
#include "memcheck/shadow.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcprint.h"

/* The core's own, from a header that tools do not get. */
struct map_request {
  enum { MAP_FIXED_AT, MAP_WISHED_AT, MAP_ANYWHERE, MAP_ALIGNED } kind;
  Addr start, bytes;
};

Addr __real_vgPlain_am_get_advisory(const struct map_request *request, Bool for_client, Bool *ok);
Addr __wrap_vgPlain_am_get_advisory(const struct map_request *request, Bool for_client, Bool *ok);
Addr __real_vgPlain_am_get_advisory_client_simple(Addr start, SizeT bytes, Bool *ok);
Addr __wrap_vgPlain_am_get_advisory_client_simple(Addr start, SizeT bytes, Bool *ok);

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
