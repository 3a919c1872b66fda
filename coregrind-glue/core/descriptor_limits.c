/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The core puts its boundary where the soft limit is, and lets the guest never go beyond, though many programs raise
 * theirs when they start. So the core is told of a soft limit that leaves room; the guest is told of its own, which are
 * not the kernel's then. Much room would be dear: with a high number the kernel has a large table, which each fork
 * copies. */
#include "coregrind-glue/core/descriptor_limits.h"

#include "coregrind-glue/core/wraps.h"

#include "pub_tool_libcbase.h"

enum { ROOM = 16384 };

extern Int VG_(fd_hard_limit), VG_(fd_soft_limit);

static struct vki_rlimit guests, at_start;
static Bool is_known; /* at_start */

/* The core asks once, before it opens anything. */
Int __wrap_vgPlain_getrlimit(Int resource, struct vki_rlimit *limit)
{
  const Int result = __real_vgPlain_getrlimit(resource, limit);
  if (resource != VKI_RLIMIT_NOFILE || result != 0 || is_known)
    return result;
  is_known = True;
  at_start = *limit;
  if (limit->rlim_cur < ROOM)
    limit->rlim_cur = limit->rlim_max < ROOM ? limit->rlim_max : ROOM;
  return result;
}

struct vki_rlimit descriptor_limits(void)
{
  return guests;
}

void descriptor_limits_set(const struct vki_rlimit *limits)
{
  guests = *limits;
  VG_(fd_soft_limit) = limits->rlim_cur < (UWord)VG_(fd_hard_limit) ? (Int)limits->rlim_cur : VG_(fd_hard_limit);
}

void descriptor_limits_begin(const HChar *text)
{
  struct vki_rlimit limits = at_start;
  HChar *end = (HChar *)text;
  if (text) {
    limits.rlim_cur = VG_(strtoull10)(text, &end);
    limits.rlim_max = *end == ',' ? VG_(strtoull10)(end + 1, NULL) : limits.rlim_cur;
  }
  descriptor_limits_set(&limits);
}
